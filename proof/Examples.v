(** * These are the rules that the program plays by

    Examples and figures that the tests of the program have as well, computed
    from the definitions of [Rules]. *)

From Coq Require Import Arith Bool List NArith.
From Quixo Require Import Rules Monotone NoSecondWin Finite Determined Checker.
Import ListNotations.

(** ** Writing boards *)

Local Notation "'x'" := (symbol X).
Local Notation "'o'" := (symbol O).
Local Notation "'__'" := blank.

Definition official (n : nat) : rules := {| size := n; line := n; double := opponent_wins |}.
Definition mover_wins_double (n : nat) : rules := {| size := n; line := n; double := mover_wins |}.

(** ** Moves: crates/quixo/tests/suite/moves.rs *)

Example moves_on_the_empty_board :
  map (fun n => length (filter (legal (official n) X empty) (moves (official n)))) [3; 4; 5; 6; 7; 8]
  = [20; 32; 44; 56; 68; 80].
Proof. reflexivity. Qed.

(** The board after a move from row [r] and column [c], if it is legal. *)
Definition after_legal (n : nat) (p : player) (r c : nat) (end_ : side) (b : list (list cell)) :=
  let m := {| row := r; column := c; to := end_ |} in
  if legal (official n) p (written b) m
  then Some (rows_of (official n) (play (official n) p m (written b))) else None.

(** Figure 1 of the paper: O takes the blank tile at the right end of the second row. *)
Example the_row_moves_towards_the_hole :
  after_legal 5 O 1 4 Left
    [[__; __; __; __; __];
     [ x;  o;  x; __; __];
     [__; __; __; __; __];
     [__; __; __; __; __];
     [__; __; __; __; __]] = Some
    [[__; __; __; __; __];
     [ o;  x;  o;  x; __];
     [__; __; __; __; __];
     [__; __; __; __; __];
     [__; __; __; __; __]].
Proof. reflexivity. Qed.

(** From the middle of an edge only the tiles up to the end move. *)
Example only_tiles_up_to_the_end_move :
  let b := [[ x; __;  o;  x;  x];
            [__; __; __; __; __];
            [__; __; __; __; __];
            [__; __; __; __; __];
            [__; __; __; __; __]] in
  option_map (@hd _ []) (after_legal 5 O 0 2 Right b) = Some [x; __; x; x; o]
  /\ option_map (@hd _ []) (after_legal 5 O 0 2 Left b) = Some [o; x; __; x; x]
  (* It is X's tile, it is not on the border, it would stay. *)
  /\ after_legal 5 O 0 0 Right b = None
  /\ after_legal 5 O 1 1 Left b = None
  /\ after_legal 5 O 0 2 Top b = None.
Proof. repeat split; reflexivity. Qed.

Example a_column_moves_as_well :
  after_legal 4 X 3 2 Top
    [[__; __;  o; __];
     [__; __;  x; __];
     [__; __; __; __];
     [__; __;  x; __]] = Some
    [[__; __;  x; __];
     [__; __;  o; __];
     [__; __;  x; __];
     [__; __; __; __]].
Proof. reflexivity. Qed.

Example a_double_line_is_decided_by_the_rules :
  let b := written [[o; o; o]; [__; __; __]; [x; x; x]] in
  (* X has just moved. *)
  winner (official 3) O b = Some O /\ winner (mover_wins_double 3) O b = Some X.
Proof. split; reflexivity. Qed.

(** ** All positions of 3×3: crates/quixo/tests/suite/reference.rs, docs/results/variants.md *)

Section Values.

Variable R : rules.

(** [lines R] and [moves R]. *)
Variable ls : list (list (nat * nat)).
Variable ms : list move.

(** What X can move to, seen by the next player: as X, with the colours exchanged. *)
Definition children (b : list (list cell)) : list pattern :=
  map (fun m => concat (rows_of R (swap (play R X m (written b)))))
    (filter (legal R X (written b)) ms).

(** Whether X, to move, has won or lost. *)
Definition over (winner_is : player) (b : list (list cell)) : bool :=
  match winner_by_lines R ls X (written b) with
  | Some p => same p winner_is
  | None => false
  end.

(** Positions that are not decided yet, with their children; and those that are
    won and lost, each as a list of what became known at each ply. A position
    is won in [n + 1] plies if a child is lost in [n]; it is lost when all
    children are won. *)
Fixpoint values (plies : nat) (open : list (pattern * list pattern)) (won lost : patterns)
  : list (N * N) :=
  match plies with
  | 0 => []
  | S plies =>
      let is_won entry := existsb (contains lost) (snd entry) in
      let is_lost entry := forallb (contains won) (snd entry) in
      let '(wins, rest) := partition is_won open in
      let '(losses, rest) := partition is_lost rest in
      let add := fold_left (fun s entry => insert (fst entry) s) in
      (N.of_nat (length wins), N.of_nat (length losses))
      :: values plies rest (add wins won) (add losses lost)
  end.

End Values.

(** How many positions are won and lost for the player to move, by plies. *)
Definition count_values (R : rules) (plies : nat) : list (N * N) :=
  let ls := lines R in
  let ms := moves R in
  let '(wins, rest) := partition (over R ls X) (all_rows R) in
  let '(losses, rest) := partition (over R ls O) rest in
  let set l := set_of (map (@concat cell) l) in
  (N.of_nat (length wins), N.of_nat (length losses))
  :: values plies (map (fun b => (concat b, children R ms b)) rest) (set wins) (set losses).

Definition total (l : list (N * N)) : N * N :=
  fold_left (fun '(w, l) '(w', l') => (w + w', l + l')%N) l (0, 0)%N.

Example values_of_3x3 :
  count_values (official 3) 8 =
    [ (4435, 4123); (7359, 14); (0, 2009); (650, 0); (0, 708); (275, 0); (0, 77); (29, 0); (0, 4) ]%N.
Proof. vm_compute. reflexivity. Qed.

Example totals_of_3x3_if_a_double_line_wins :
  total (count_values (mover_wins_double 3) 8) = (12680, 7003)%N.
Proof. vm_compute. reflexivity. Qed.

(** ** 3×3 is a win in 7 plies: a theorem *)


(** [Determined.wins_in] for computers: no board is computed twice, and the
    first move that decides ends the search. *)
Section Quick.

Variable R : rules.
Variable ls : list (list (nat * nat)).
Variable ms : list move.

Fixpoint exists_one {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => false | a :: l => if f a then true else exists_one f l end.

Fixpoint every {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => true | a :: l => if f a then every f l else false end.

Fixpoint quick_wins_in (p : player) (n : nat) (turn : player) (b : list (list cell)) : bool :=
  match winner_by_lines R ls turn (written b) with
  | Some q => same q p
  | None =>
      match n with
      | 0 => false
      | S n =>
          let after m := quick_wins_in p n (other turn) (after_move R turn m b) in
          if same turn p
          then exists_one (fun m => if legal R turn (written b) m then after m else false) ms
          else every (fun m => if legal R turn (written b) m then after m else true) ms
      end
  end.

End Quick.

Lemma exists_one_spec {A} (f g : A -> bool) l : (forall a, f a = g a) -> exists_one f l = existsb g l.
Proof. intros E. induction l as [|a l IH]; [easy|]. cbn. rewrite E, IH. now destruct (g a). Qed.

Lemma every_spec {A} (f g : A -> bool) l : (forall a, f a = g a) -> every f l = forallb g l.
Proof. intros E. induction l as [|a l IH]; [easy|]. cbn. rewrite E, IH. now destruct (g a). Qed.

Lemma wins_in_written R p n turn b : wins_in R p n turn (written (rows_of R b)) = wins_in R p n turn b.
Proof.
  apply eq_true_iff_eq.
  split; intros W; apply wins_in_complete; apply wins_in_sound in W; revert W;
    apply wins_within_monotone; [apply rows_of_at_most|apply at_most_rows_of].
Qed.

Lemma quick_is_right R p n turn b :
  quick_wins_in R (lines R) (moves R) p n turn b = wins_in R p n turn (written b).
Proof.
  revert turn b. induction n as [|n IH]; intros turn b; cbn [quick_wins_in wins_in];
    change (winner_by_lines R (lines R) turn (written b)) with (winner R turn (written b));
    destruct (winner R turn (written b)); try reflexivity.
  assert (after : forall m, quick_wins_in R (lines R) (moves R) p n (other turn) (after_move R turn m b)
    = wins_in R p n (other turn) (play R turn m (written b)))
    by (intros m; rewrite IH; apply wins_in_written).
  destruct (same turn p); [apply exists_one_spec|apply every_spec]; intros m; rewrite after;
    now destruct (legal R turn (written b) m).
Qed.

(** With [n] plies the first player wins, and not with [n - 1]. *)
Definition wins_in_exactly (R : rules) (n : nat) : Prop :=
  wins_within R X n X empty /\ holds_for R O (n - 1) X empty.

Lemma by_quick_search R n :
  (let search n := quick_wins_in R (lines R) (moves R) X n X (rows_of R empty) in
   search n && negb (search (n - 1))) = true -> wins_in_exactly R n.
Proof.
  cbv beta zeta. rewrite !quick_is_right, !wins_in_written, andb_true_iff, negb_true_iff.
  intros [W not]. split; [now apply wins_in_sound|].
  pose proof (wins_in_spec R X (n - 1) X empty) as spec. now rewrite not in spec.
Qed.

(** The first player wins in 7 plies and in no fewer, whoever wins a double line. *)
Theorem win_of_3x3 : wins_in_exactly (official 3) 7 /\ wins_in_exactly (mover_wins_double 3) 7.
Proof. split; apply by_quick_search; vm_compute; reflexivity. Qed.

Print Assumptions win_of_3x3.
