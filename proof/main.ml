(* Reads a certificate and says what it proves. What is proved in Coq is all in `Checker`; this file
   only turns text into its types.

   A certificate is text. Cells are X, O or a dot for a blank tile, row by row from the top, and the
   player who is not named is the one to move, on the board and on all patterns:

       size 4, line 4, a double line wins for the opponent
       O never loses from OO.X............
       XOO...
       and so on, a pattern in each line *)

open Checker

let refuse format = Printf.ksprintf (fun reason -> prerr_endline reason; exit 2) format
let rec nat n = if n = 0 then O else S (nat (n - 1))

let () =
  let file = match Sys.argv with [| _; file |] -> file | _ -> refuse "usage: check-certificate FILE" in
  let text =
    try
      let channel = open_in_bin file in
      really_input_string channel (in_channel_length channel)
    with Sys_error error -> refuse "%s" error
  in
  let rules, claim, patterns =
    match String.split_on_char '\n' text with
    | rules :: claim :: patterns -> rules, claim, patterns
    | _ -> refuse "%s: a certificate begins with the rules and the claim" file
  in
  let size, line, double =
    try
      Scanf.sscanf rules "size %u, line %u, a double line wins for the %s%!" (fun size line winner ->
          size, line, match winner with
            | "opponent" -> Opponent_wins
            | "mover" -> Mover_wins
            | _ -> refuse "%s, line 1: %s: opponent or mover wins" file winner)
    with Scanf.Scan_failure _ | End_of_file | Failure _ ->
      refuse "%s, line 1: expected `size 4, line 4, a double line wins for the opponent`" file
  in
  let pattern number text =
    if String.length text <> size * size then
      refuse "%s, line %d: %d cells, not the %d of the board" file number (String.length text) (size * size);
    let cell = function
      | '.' -> Blank
      | 'X' -> Symbol X
      | 'O' -> Symbol O0
      | other -> refuse "%s, line %d: %C: a cell is X, O or a dot" file number other
    in
    List.map cell (List.of_seq (String.to_seq text))
  in
  let player, start =
    try Scanf.sscanf claim "%c never loses from %s%!" (fun player start -> player, start)
    with Scanf.Scan_failure _ | End_of_file -> refuse "%s, line 2: expected `O never loses from` and a board" file
  in
  let defender = match player with 'X' -> X | 'O' -> O0 | _ -> refuse "%s, line 2: a player is X or O" file in
  let start = pattern 2 start in
  let patterns =
    List.mapi (fun i text -> i + 3, text) patterns
    |> List.filter (fun (_, text) -> text <> "")
    |> List.map (fun (number, text) -> pattern number text)
  in
  let game = { size = nat size; line = nat line; double } in
  let begun = Sys.time () in
  if check_by_search game defender patterns start then
    Printf.printf "%s: %s: proved by %d patterns in %.1f s (%s)\n" file claim (List.length patterns)
      (Sys.time () -. begun) rules
  else (
    Printf.printf "%s: the patterns do not prove that %s\n" file claim;
    exit 1)
