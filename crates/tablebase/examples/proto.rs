use quixotic_tablebase::*;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let cpu = || {
        let s = std::fs::read_to_string("/proc/self/stat").unwrap();
        let f: Vec<&str> = s.split(' ').collect();
        (f[13].parse::<f64>().unwrap() + f[14].parse::<f64>().unwrap()) / 100.0
    };
    let t = Instant::now();
    let mut level = 99;
    let (mut p, mut e, mut b, mut sw, mut c0) = (0, 0, 0, 0, 0.0);
    let mut last = (t.elapsed(), 0.0);
    let o = SolveOptions {
        rules: quixotic_quixo::Rules::official(a[1].parse().unwrap()).unwrap(),
        directory: a[3].clone().into(),
        until: a[2].parse().unwrap(),
        memory: 16 << 30,
        kernel: Kernel::detect(),
    };
    let r = solve(&o, &mut |ev| match ev {
        Event::Solved {
            class,
            positions,
            effort,
            bytes,
        } => {
            if class.total() != level {
                level = class.total();
                p = 0;
                e = 0;
                b = 0;
                sw = 0;
                c0 = last.1;
            }
            p += positions;
            e += effort.evaluated;
            b += bytes;
            sw = sw.max(effort.sweeps);
            last = (t.elapsed(), cpu());
            eprintln!(
                "{class} level {level}: {p} pos evals {:.2} sweeps {sw} bits {:.3} cpu/pos {:.2} ns t {:?} cpu {}",
                e as f64 / p as f64,
                b as f64 * 8.0 / p as f64,
                (last.1 - c0) * 1e9 / p as f64,
                t.elapsed(),
                cpu()
            );
        }
        Event::Started { .. } | Event::Preparing | Event::Pair { .. } => {
            eprintln!("{ev:?} {:?} {}", t.elapsed(), cpu())
        }
        _ => {}
    });
    eprintln!("{r:?} {:?} cpu {}", t.elapsed(), cpu());
}
