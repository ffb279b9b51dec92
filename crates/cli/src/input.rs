//! What a person types, line by line: with history and editing in a terminal, plain
//! lines otherwise.
//!
//! Lines are read on a thread of their own, so that a command that waits for one can
//! still be interrupted.

use std::io::{self, BufRead, IsTerminal, Read};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use quixotic_game::Stop;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::interrupt::receive;

/// Bytes of a line that anybody would type.
const LONGEST: u64 = 1 << 16;

/// What came in.
pub(crate) enum Typed {
    /// A line, without its end.
    Line(String),
    /// Something that is no line of text, and why.
    Bad(&'static str),
    /// There is no more.
    End,
}

/// Standard input.
pub(crate) struct Input {
    prompts: Sender<String>,
    lines: Receiver<Option<Typed>>,
    /// Whether the prompt is for us to write.
    is_prompted: bool,
    #[cfg(unix)]
    terminal: Option<rustix::termios::Termios>,
}

impl Input {
    /// Lines from standard input; `edited` says that a line editor may write to
    /// standard output.
    pub(crate) fn new(edited: bool) -> Input {
        let is_terminal = io::stdin().is_terminal();
        let is_edited = edited && is_terminal && io::stdout().is_terminal();
        let (prompts, wanted) = mpsc::channel::<String>();
        let (found, lines) = mpsc::channel();
        #[cfg(unix)]
        let terminal = rustix::termios::tcgetattr(io::stdin()).ok();
        thread::spawn(move || {
            let mut editor = is_edited.then(DefaultEditor::new).and_then(Result::ok);
            for prompt in wanted {
                let typed = match &mut editor {
                    Some(editor) => edit(editor, &prompt),
                    None => Some(plain()),
                };
                if found.send(typed).is_err() {
                    break;
                }
            }
        });
        Input {
            prompts,
            lines,
            is_prompted: is_terminal && !is_edited,
            #[cfg(unix)]
            terminal,
        }
    }

    /// Whether the caller has to write the prompt.
    pub(crate) fn is_prompted(&self) -> bool {
        self.is_prompted
    }

    /// The next line; `None` if the flag was set meanwhile, or Ctrl-C was typed.
    pub(crate) fn next(&self, prompt: &str, stop: &Stop) -> Option<Typed> {
        // The thread lives as long as this does.
        let _ = self.prompts.send(prompt.to_owned());
        receive(stop, &self.lines).flatten()
    }
}

#[cfg(unix)]
impl Drop for Input {
    /// Gives the terminal back as it was: the line editor may be in the middle of a line.
    fn drop(&mut self) {
        use rustix::termios::{OptionalActions, tcsetattr};
        if let Some(terminal) = &self.terminal {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, terminal);
        }
    }
}

/// A line from the editor; `None` for Ctrl-C.
fn edit(editor: &mut DefaultEditor, prompt: &str) -> Option<Typed> {
    match editor.readline(prompt) {
        Ok(line) => {
            // Without a history the line still counts.
            let _ = editor.add_history_entry(&line);
            Some(Typed::Line(line))
        }
        Err(ReadlineError::Interrupted) => None,
        Err(ReadlineError::Eof) => Some(Typed::End),
        Err(_) => Some(Typed::Bad("that cannot be read")),
    }
}

/// A line from a pipe or a file.
pub(crate) fn plain() -> Typed {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    let mut part = input.by_ref().take(LONGEST);
    match part.read_until(b'\n', &mut line) {
        Ok(0) => return Typed::End,
        Ok(_) => {}
        Err(_) => return Typed::End,
    }
    if line.len() as u64 == LONGEST && !line.ends_with(b"\n") {
        // The rest of the line is no line of its own.
        return match input.skip_until(b'\n') {
            Ok(_) => Typed::Bad("that line is too long"),
            Err(_) => Typed::End,
        };
    }
    match String::from_utf8(line) {
        Ok(line) => Typed::Line(line.trim().to_owned()),
        Err(_) => Typed::Bad("that is not text (UTF-8)"),
    }
}
