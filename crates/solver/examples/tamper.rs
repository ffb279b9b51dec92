//! Changes stored values of a database at random, to see whether a verification names
//! them. The files have right checksums, as if the solver had written wrong values;
//! counts and hashes of the values stay as they were.
//!
//! `cargo run --release -p quixotic-solver --example tamper -- 5 DATABASE COPY 100 [SEED]`
//!
//! DATABASE is a directory of the official rules of that size, COPY a new one, in which
//! files that are not changed are links to the same content. Prints the positions whose
//! values were changed, with X to move, what was stored, and what is stored now.

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;

use quixotic_game::{Game, Player, Rng};
use quixotic_quixo::{Class, Position, Quixo, Rules};
use quixotic_tablebase::internal::encoding::{DRAW, Scale, WIN, is_decided};
use quixotic_tablebase::internal::format::{Header, PagePlace, blocks_per_page, class_path};
use quixotic_tablebase::{Database, Kernel, WinDistances};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const USAGE: &str = "usage: tamper SIZE DATABASE COPY CHANGES [SEED]";
/// Where the header says at which byte the tail begins.
const TAIL: std::ops::Range<usize> = 40..48;

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [size, from, to, changes, seed @ ..] = args.as_slice() else {
        return Err(USAGE.into());
    };
    let (from, to) = (Path::new(from), Path::new(to));
    let seed = seed.first().map_or(Ok(1), |seed| seed.parse())?;
    let database = Database::open(from, Rules::official(size.parse()?)?)?;
    let changed = choose(&database, changes.parse()?, &mut Rng::new(seed))?;
    fs::create_dir(to)?;
    for level in database.levels() {
        for class in Class::of_level(level) {
            let (from, to) = (class_path(from, class), class_path(to, class));
            match changed.get(&class) {
                Some(changed) => {
                    fs::write(to, forged(&database, class, &fs::read(from)?, changed)?)?;
                }
                None => fs::hard_link(from, to)?,
            }
        }
    }
    Ok(())
}

/// The positions of a page, by number in it, with the values that they get.
type Changes = BTreeMap<PagePlace, BTreeMap<usize, u8>>;

/// Chooses positions that have a byte in a file, all equally likely, and prints them.
fn choose(
    database: &Database,
    changes: usize,
    random: &mut Rng,
) -> Result<BTreeMap<Class, Changes>> {
    let classes: Vec<Class> = database
        .levels()
        .into_iter()
        .flat_map(Class::of_level)
        .collect();
    let positions = |class| database.index().layout(class).positions();
    let total: u64 = classes.iter().map(|&class| positions(class)).sum();
    let (quixo, scale) = (Quixo::new(database.rules()), Scale::of(database.rules()));
    let mut chosen: BTreeMap<Class, Changes> = BTreeMap::new();
    let mut count = 0;
    while count < changes {
        let mut number = random.below(total as usize);
        let mut classes = classes.iter().copied();
        let class = classes.find(|&class| {
            let here = positions(class) as usize;
            let is_here = number < here;
            number -= if is_here { 0 } else { here };
            is_here
        });
        let class = class.expect("a number below the total");
        let file = database.class_file(class)?;
        let mut groups = file.layout().groups.iter().enumerate();
        let group = groups.find(|(_, group)| {
            let is_here = number < group.positions();
            number -= if is_here { 0 } else { group.positions() };
            is_here
        });
        let (group_number, group) = group.expect("a number below the positions of the class");
        let in_page = blocks_per_page(group) * group.lanes;
        let page = PagePlace {
            group: group_number,
            page: number / in_page,
        };
        let before = database.read_page(file, page)?[number % in_page];
        let of_page = chosen.entry(class).or_default().entry(page).or_default();
        if is_decided(before) || of_page.contains_key(&(number % in_page)) {
            continue;
        }
        let wins = match file.win_distances() {
            WinDistances::LeftOut => WIN..=WIN,
            WinDistances::Kept => 245..=253,
        };
        let others: Vec<u8> = (1..20)
            .chain([DRAW; 9])
            .chain(wins)
            .filter(|&value| value != before)
            .collect();
        let after = others[random.below(others.len())];
        of_page.insert(number % in_page, after);
        let position = Position {
            board: database.index().board(class, group.place(number)),
            to_move: Player::X,
        };
        let describe = |byte| match byte {
            WIN => "win".into(),
            _ => scale.decode(byte).to_string(),
        };
        println!(
            "{}: {} is now {}",
            quixo.format_position(&position),
            describe(before),
            describe(after)
        );
        count += 1;
    }
    Ok(chosen)
}

/// The bytes of a class file with other values in it, and right checksums.
fn forged(database: &Database, class: Class, bytes: &[u8], changes: &Changes) -> Result<Vec<u8>> {
    let file = database.class_file(class)?;
    let (mut body, mut index) = (Vec::new(), Vec::new());
    for place in file.pages() {
        let range = file.page_read(place).range;
        let mut page = bytes[range.start as usize..range.end as usize].to_vec();
        if let Some(changes) = changes.get(&place).filter(|changes| !changes.is_empty()) {
            let mut values = database.read_page(file, place)?;
            for (&number, &value) in changes {
                values[number] = value;
            }
            let mut open = Vec::new();
            Kernel::Portable.compress(&values, &mut open);
            page = zstd::bulk::compress(&open, 1)?;
        }
        index.extend((page.len() as u32).to_le_bytes());
        index.extend(crc32fast::hash(&page).to_le_bytes());
        body.extend(page);
    }
    let tail = u64::from_le_bytes(bytes[TAIL].try_into()?) as usize;
    let rest = &bytes[tail + index.len()..bytes.len() - blake3::OUT_LEN];
    let mut header = bytes[..Header::LEN].to_vec();
    header[TAIL].copy_from_slice(&((Header::LEN + body.len()) as u64).to_le_bytes());
    let checked = [&header[..], &index, rest].concat();
    let hash = blake3::hash(&checked);
    Ok([&header[..], &body, &index, rest, hash.as_bytes()].concat())
}
