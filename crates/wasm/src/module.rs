//! The face of the module: functions that take and give numbers.
//!
//! The host calls `start` once. Then it asks for room (`reserve`), writes text or bytes there,
//! and calls `ask` or `supply`. What they tell is the text of `answer_length` bytes at
//! `answer`, until the next call.
#![allow(
    unsafe_code,
    reason = "names that the host knows, and a function of the host"
)]

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quixotic_game::{Moment, set_clock};

use crate::{Engine, Status};

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Milliseconds on a clock that never goes back.
    safe fn now() -> f64;
}

struct Module {
    engine: Option<Engine>,
    /// What the host writes.
    input: Vec<u8>,
    answer: String,
}

fn module() -> MutexGuard<'static, Module> {
    static MODULE: Mutex<Module> = Mutex::new(Module {
        engine: None,
        input: Vec::new(),
        answer: String::new(),
    });
    MODULE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Module {
    fn engine(&mut self) -> &mut Engine {
        self.engine
            .as_mut()
            .expect("the host starts the engine first")
    }
}

/// Starts the engine; whether the host can fetch parts of a database of 5×5.
#[unsafe(no_mangle)]
extern "C" fn start(has_database: u32) {
    set_clock(|| Duration::from_secs_f64(now() / 1000.0));
    let engine = Engine::new(has_database != 0);
    module().engine = Some(engine.expect("the standard games can be opened"));
}

/// Room for so many bytes, which the host fills.
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    let mut module = module();
    module.input = vec![0; length];
    module.input.as_mut_ptr()
}

/// Asks the question that is in the reserved room; the number of its [`Status`].
#[unsafe(no_mangle)]
extern "C" fn ask() -> u32 {
    let mut module = module();
    let input = std::mem::take(&mut module.input);
    let any_seed = Moment::now().since_origin().as_nanos() as u64;
    let (status, text) = match std::str::from_utf8(&input) {
        Ok(text) => {
            let reply = module.engine().ask(text, any_seed);
            (reply.status, reply.text)
        }
        Err(_) => (Status::Refused, "the question is not UTF-8".into()),
    };
    module.answer = text;
    status as u32
}

/// Brings what was wanted: the reserved room has its name, of that many bytes, and then the
/// data. 1, and a sentence as answer, if it is not what was wanted.
#[unsafe(no_mangle)]
extern "C" fn supply(name_length: usize) -> u32 {
    let mut module = module();
    let mut name = std::mem::take(&mut module.input);
    let data = name.split_off(name_length.min(name.len()));
    let name = String::from_utf8_lossy(&name);
    match module.engine().supply(&name, data) {
        Ok(()) => 0,
        Err(sentence) => {
            module.answer = sentence;
            1
        }
    }
}

/// Says that there is no manifest to be had; the reserved room says why.
#[unsafe(no_mangle)]
extern "C" fn go_without_manifest() {
    let mut module = module();
    let why = std::mem::take(&mut module.input);
    let why = String::from_utf8_lossy(&why).into_owned();
    module.engine().go_without_manifest(why);
}

/// Where the answer is.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    module().answer.as_ptr()
}

/// The bytes of the answer.
#[unsafe(no_mangle)]
extern "C" fn answer_length() -> usize {
    module().answer.len()
}
