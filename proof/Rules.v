(** * The rules of Quixo

    These definitions are all that has to be believed: the theorems of the
    other files are about them. No Coq is needed to read them but this:
    [fun r c => ...] is the function that maps [r] and [c] to what follows,
    [=?], [<=?] and [<?] compare numbers, [&&] and [||] are "and" and "or",
    and numbers are the natural ones, so that 0 - 1 is 0. *)

From Coq Require Import Arith Bool List.
Import ListNotations.

(** ** The board *)

Inductive player := X | O.

Definition other (p : player) : player :=
  match p with X => O | O => X end.

(** A tile shows a player's symbol or is blank. *)
Inductive cell := blank | symbol (of : player).

Definition shows (p : player) (c : cell) : bool :=
  match p, c with
  | X, symbol X | O, symbol O => true
  | _, _ => false
  end.

(** What each cell of the board shows, by its row from the top and its column
    from the left, both counted from 0. Nothing outside the board matters. *)
Definition board := nat -> nat -> cell.

Definition empty : board := fun _ _ => blank.

(** ** What can differ *)

(** Who wins when one move completes lines of both symbols. The official rule
    is [opponent_wins]: whoever completes a line of the opponent's loses. *)
Inductive double_line := opponent_wins | mover_wins.

(** The board has [size] rows of [size] cells; [line] cells in a straight line
    win. The official board has size 5 and line 5. *)
Record rules := { size : nat; line : nat; double : double_line }.

Section Game.

Variable R : rules.

(** ** Moves *)

(** The end of its row or column where a tile is pushed back in. *)
Inductive side := Left | Right | Top | Bottom.

(** The tile that is taken, and where it is pushed back in. *)
Record move := { row : nat; column : nat; to : side }.

Definition on_border (r c : nat) : bool :=
  (r <? size R) && (c <? size R)
  && ((r =? 0) || (r =? size R - 1) || (c =? 0) || (c =? size R - 1)).

(** Whether the tile would be put back where it was taken. *)
Definition stays (m : move) : bool :=
  match to m with
  | Left => column m =? 0
  | Right => column m =? size R - 1
  | Top => row m =? 0
  | Bottom => row m =? size R - 1
  end.

(** A player takes a tile from the border that is blank or her own, and puts it
    back at another end of its row or column. *)
Definition legal (p : player) (b : board) (m : move) : bool :=
  on_border (row m) (column m)
  && negb (shows (other p) (b (row m) (column m)))
  && negb (stays m).

(** The board after the move [m] of the player [p]: from the end to the hole
    each tile moves one cell towards the hole, and the player's symbol is at
    the end. All other tiles stay. *)
Definition play (p : player) (m : move) (b : board) : board :=
  fun r c =>
    match to m with
    | Left =>
        if (r =? row m) && (c <=? column m)
        then if c =? 0 then symbol p else b r (c - 1)
        else b r c
    | Right =>
        if (r =? row m) && (column m <=? c)
        then if c =? size R - 1 then symbol p else b r (c + 1)
        else b r c
    | Top =>
        if (c =? column m) && (r <=? row m)
        then if r =? 0 then symbol p else b (r - 1) c
        else b r c
    | Bottom =>
        if (c =? column m) && (row m <=? r)
        then if r =? size R - 1 then symbol p else b (r + 1) c
        else b r c
    end.

(** ** Lines *)

(** The cells of the lines that start at a cell and run to the right, down, and
    down to the right and to the left. *)
Definition lines_from (r c : nat) : list (list (nat * nat)) :=
  let cells (nth : nat -> nat * nat) := map nth (seq 0 (line R)) in
  let fits_right := c + line R <=? size R in
  let fits_down := r + line R <=? size R in
  let fits_left := line R <=? c + 1 in
  (if fits_right then [cells (fun i => (r, c + i))] else [])
  ++ (if fits_down then [cells (fun i => (r + i, c))] else [])
  ++ (if fits_down && fits_right then [cells (fun i => (r + i, c + i))] else [])
  ++ (if fits_down && fits_left then [cells (fun i => (r + i, c - i))] else []).

Definition lines : list (list (nat * nat)) :=
  flat_map (fun r => flat_map (lines_from r) (seq 0 (size R))) (seq 0 (size R)).

(** Whether all cells of one of the lines show the player's symbol. *)
Definition has_line_among (ls : list (list (nat * nat))) (p : player) (b : board) : bool :=
  existsb (forallb (fun '(r, c) => shows p (b r c))) ls.

Definition has_line : player -> board -> bool := has_line_among lines.

(** ** The end *)

(** The game is over when somebody has a line. [turn] is the player who would
    be next, so the other one made the last move. *)
Definition winner (turn : player) (b : board) : option player :=
  let mover := other turn in
  let '(favoured, second) :=
    match double R with
    | opponent_wins => (turn, mover)
    | mover_wins => (mover, turn)
    end in
  if has_line favoured b then Some favoured
  else if has_line second b then Some second
  else None.

(** ** What a player can force

    In all of these [turn] is the player to move on the board [b]. *)

(** [p] can win, however long it takes: she has won already; or it is her turn
    and after some move of hers she can win; or it is the other player's turn
    and after all of his moves she can win. *)
Inductive wins (p : player) : forall (turn : player) (b : board), Prop :=
| won turn b :
    winner turn b = Some p -> wins p turn b
| wins_by b m :
    winner p b = None -> legal p b m = true ->
    wins p (other p) (play p m b) -> wins p p b
| wins_against b :
    winner (other p) b = None ->
    (forall m, legal (other p) b m = true -> wins p p (play (other p) m b)) ->
    wins p (other p) b.

(** [p] can win within [n] plies, a ply being a move of either player. *)
Inductive wins_within (p : player) : forall (n : nat) (turn : player) (b : board), Prop :=
| won_within n turn b :
    winner turn b = Some p -> wins_within p n turn b
| wins_within_by n b m :
    winner p b = None -> legal p b m = true ->
    wins_within p n (other p) (play p m b) -> wins_within p (S n) p b
| wins_within_against n b :
    winner (other p) b = None ->
    (forall m, legal (other p) b m = true -> wins_within p n p (play (other p) m b)) ->
    wins_within p (S n) (other p) b.

(** [p] can avoid losing within [n] plies. *)
Inductive holds_for (p : player) : forall (n : nat) (turn : player) (b : board), Prop :=
| won_for n turn b :
    winner turn b = Some p -> holds_for p n turn b
| held turn b :
    winner turn b = None -> holds_for p 0 turn b
| holds_for_by n b m :
    winner p b = None -> legal p b m = true ->
    holds_for p n (other p) (play p m b) -> holds_for p (S n) p b
| holds_for_against n b :
    winner (other p) b = None ->
    (forall m, legal (other p) b m = true -> holds_for p n p (play (other p) m b)) ->
    holds_for p (S n) (other p) b.

(** [p] can avoid losing for ever: as [wins], but the game need not end. That
    is what [CoInductive] means: the conditions hold move after move. *)
CoInductive never_loses (p : player) : forall (turn : player) (b : board), Prop :=
| won_for_ever turn b :
    winner turn b = Some p -> never_loses p turn b
| never_loses_by b m :
    winner p b = None -> legal p b m = true ->
    never_loses p (other p) (play p m b) -> never_loses p p b
| never_loses_against b :
    winner (other p) b = None ->
    (forall m, legal (other p) b m = true -> never_loses p p (play (other p) m b)) ->
    never_loses p (other p) b.

(** Nobody wins under best play: both players can avoid losing for ever. *)
Definition drawn (turn : player) (b : board) : Prop :=
  never_loses X turn b /\ never_loses O turn b.

End Game.

(** Boards are written as rows of cells. *)
Definition written (rows : list (list cell)) : board :=
  fun r c => nth c (nth r rows []) blank.
