//! A program that is spoken to line by line, and that ends with all its children.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::time::Duration;
use std::{io, thread};

use quixotic_game::{Moment, quoted};

use crate::failure::Failure;

/// Bytes of a line that an engine would write.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines and bytes that are read in answer to one question.
const MOST_LINES: u64 = 100_000;
const MOST_BYTES: u64 = 16 << 20;
/// Lines that are read before anybody waits for them; then the program has to wait.
const WAITING_LINES: usize = 1024;
/// The time that a program has to end when it is asked to, or when it has closed its output.
const GRACE: Duration = Duration::from_secs(1);
/// Between two looks whether it has ended.
const LOOK: Duration = Duration::from_millis(2);

/// A program, in a process group of its own on Unix. It is killed when it is dropped, and so are
/// its children that stay in the group.
pub(super) struct Process {
    child: Child,
    /// What is to be written to it; `None` once that is closed.
    input: Option<Sender<String>>,
    lines: Receiver<Line>,
    /// The last line of standard error, when that has ended.
    last_words: Receiver<String>,
    /// What was read since the last question.
    heard: (u64, u64),
    is_over: bool,
}

/// What was read.
enum Line {
    Text(String),
    TooLong,
}

impl Process {
    /// Starts a program by its name and arguments.
    pub(super) fn start(words: &[String]) -> io::Result<Process> {
        let (name, arguments) = words.split_first().expect("a command has words");
        let mut command = Command::new(name);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (found, lines) = mpsc::sync_channel(WAITING_LINES);
        let (last, last_words) = mpsc::sync_channel(1);
        let stdin = child.stdin.take().expect("it is piped");
        let output = child.stdout.take().expect("it is piped");
        let errors = child.stderr.take().expect("it is piped");
        let (input, unwritten) = mpsc::channel();
        // Each blocks as the program likes, so none of them is ours.
        thread::spawn(move || write_lines(stdin, &unwritten));
        thread::spawn(move || read_lines(output, &found));
        thread::spawn(move || last.send(last_line(errors)));
        Ok(Process {
            child,
            input: Some(input),
            lines,
            last_words,
            heard: (0, 0),
            is_over: false,
        })
    }

    /// Sends a line. One that cannot be sent has no answer, which whoever waits for it finds out.
    pub(super) fn say(&mut self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// From now on, what is read answers another question.
    pub(super) fn ask_anew(&mut self) {
        self.heard = (0, 0);
    }

    /// The next line, if there is one within that time.
    pub(super) fn line(&mut self, wait: Duration) -> Result<Option<String>, Failure> {
        let mut read = self.lines.recv_timeout(wait);
        let is_silent = matches!(read, Err(RecvTimeoutError::Timeout));
        // Its children may hold on to its output when it has ended.
        let left_children = is_silent && self.has_ended();
        if left_children {
            read = self.lines.recv_timeout(LOOK);
        }
        match read {
            Ok(Line::Text(line)) => {
                self.heard.0 += 1;
                self.heard.1 += line.len() as u64;
                match self.heard.0 > MOST_LINES || self.heard.1 > MOST_BYTES {
                    true => Err(Failure::Flood),
                    false => Ok(Some(line)),
                }
            }
            Ok(Line::TooLong) => Err(Failure::Flood),
            Err(RecvTimeoutError::Timeout) if !left_children => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err(self.ended(true)),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended(false)),
        }
    }

    /// Why there are no more lines.
    fn ended(&mut self, left_children: bool) -> Failure {
        match self.end() {
            Some(status) => Failure::Ended {
                status: status.to_string(),
                left_children,
                said: self
                    .last_words
                    .recv_timeout(GRACE)
                    .ok()
                    .filter(|said| !said.is_empty()),
            },
            None => Failure::Closed,
        }
    }

    /// Ends the program and what it has started; how it ended if it did so on its own.
    fn end(&mut self) -> Option<ExitStatus> {
        let limit = Moment::now() + GRACE;
        while !self.has_ended() && Moment::now() < limit {
            // It may be waiting for somebody to read its last lines.
            let read = self.lines.recv_timeout(LOOK);
            if matches!(read, Err(RecvTimeoutError::Disconnected)) {
                thread::sleep(LOOK);
            }
        }
        let on_its_own = self.has_ended();
        self.is_over = true;
        // Before its end is taken note of, nobody else can have its number.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::KILL,
        );
        let _ = self.child.kill();
        self.child.wait().ok().filter(|_| on_its_own)
    }

    /// Whether the program itself has ended.
    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let child = WaitId::Pid(Pid::from_child(&self.child));
        !matches!(waitid(child, options), Ok(None))
    }

    /// Whether the program itself has ended.
    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.is_over {
            self.say("quit");
            self.input = None;
            self.end();
        }
    }
}

/// Writes lines until there are no more, or nobody reads them.
fn write_lines(mut input: ChildStdin, unwritten: &Receiver<String>) {
    for line in unwritten {
        if input.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

/// Reads lines until there are no more, or nobody wants them.
fn read_lines(output: impl Read, found: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut part = output.by_ref().take(LONGEST_LINE);
        if !matches!(part.read_until(b'\n', &mut line), Ok(1..)) {
            return;
        }
        let is_whole = line.ends_with(b"\n") || (line.len() as u64) < LONGEST_LINE;
        let read = match is_whole {
            true => Line::Text(String::from_utf8_lossy(&line).trim().to_owned()),
            false => Line::TooLong,
        };
        if found.send(read).is_err() || !is_whole {
            return;
        }
    }
}

/// The last line that is not empty, when all have been read. Of a long one, the last part counts as
/// a line.
fn last_line(errors: impl Read) -> String {
    let mut errors = BufReader::new(errors);
    let (mut line, mut last) = (Vec::new(), String::new());
    loop {
        line.clear();
        let mut part = errors.by_ref().take(LONGEST_LINE);
        if !matches!(part.read_until(b'\n', &mut line), Ok(1..)) {
            return last;
        }
        let text = String::from_utf8_lossy(&line);
        if !text.trim().is_empty() {
            last = quoted(text.trim());
        }
    }
}
