(** * A program that checks a certificate, and the proof that it is right

    [check] is given the patterns and, as [advice], a function that names a
    reply and the pattern that covers what it leads to. The advice need not be
    right: if [check] says [true], the player never loses, whatever the advice
    was. [search] is one that finds replies by trying all. *)

From Coq Require Import Arith Bool List Lia.
From Quixo Require Import Rules Monotone NoSecondWin Finite Determined Symmetry Certificate.
Import ListNotations.

(** ** Sets of patterns *)

(** The cells of a board, row by row. *)
Definition pattern := list cell.

Inductive patterns := Nothing | Branch (ends_here : bool) (blank x o : patterns).

Definition ends_here (s : patterns) : bool :=
  match s with Nothing => false | Branch here _ _ _ => here end.

(** The patterns that begin with a cell, without it. *)
Definition after (c : cell) (s : patterns) : patterns :=
  match s, c with
  | Nothing, _ => Nothing
  | Branch _ b _ _, blank => b
  | Branch _ _ x _, symbol X => x
  | Branch _ _ _ o, symbol O => o
  end.

Fixpoint contains (s : patterns) (p : pattern) : bool :=
  match p with
  | [] => ends_here s
  | c :: p => contains (after c s) p
  end.

Fixpoint insert (p : pattern) (s : patterns) : patterns :=
  let part c := after c s in
  match p with
  | [] => Branch true (part blank) (part (symbol X)) (part (symbol O))
  | c :: p =>
      let longer := insert p (part c) in
      match c with
      | blank => Branch (ends_here s) longer (part (symbol X)) (part (symbol O))
      | symbol X => Branch (ends_here s) (part blank) longer (part (symbol O))
      | symbol O => Branch (ends_here s) (part blank) (part (symbol X)) longer
      end
  end.

Definition set_of (l : list pattern) : patterns := fold_left (fun s p => insert p s) l Nothing.

Lemma contains_nothing p : contains Nothing p = false.
Proof. induction p as [|[|[]] p IH]; [easy|exact IH..]. Qed.

Lemma contains_insert p s q : contains (insert p s) q = true -> q = p \/ contains s q = true.
Proof.
  revert s q. induction p as [|c p IH]; intros s [|c' q]; cbn [insert contains].
  - now left.
  - destruct c' as [|[]]; now right.
  - destruct c as [|[]]; now right.
  - destruct c as [|[]], c' as [|[]]; cbn [after]; intros H; try (now right);
      (destruct (IH _ _ H) as [->|]; [now left|now right]).
Qed.

Lemma contains_set_of l p : contains (set_of l) p = true -> In p l.
Proof.
  unfold set_of. assert (general : forall s, contains (fold_left (fun s p => insert p s) l s) p = true ->
    contains s p = true \/ In p l).
  { induction l as [|q l IH]; cbn [fold_left In]; intros s H; [now left|].
    destruct (IH _ H) as [H'|]; [|tauto]. destruct (contains_insert _ _ _ H'); auto. }
  intros H. destruct (general _ H) as [H'|]; [|assumption]. now rewrite contains_nothing in H'.
Qed.

(** ** The check *)

Section Checker.

Variable R : rules.

(** The player who never loses. *)
Variable d : player.

Notation a := (other d).

Fixpoint cut (n width : nat) (l : list cell) : list (list cell) :=
  match n with
  | 0 => []
  | S n => firstn width l :: cut n width (skipn width l)
  end.

Definition board_of (p : pattern) : board := written (cut (size R) (size R) p).

(** A reply, the symmetry, and the pattern whose image covers the board after it. *)
Definition answer : Type := move * list generator * pattern.

(** The lines of the board, so that they are computed once. *)
Variable ls : list (list (nat * nat)).

(** [Rules.winner]. *)
Definition winner_by_lines (turn : player) (b : board) : option player :=
  let mover := other turn in
  let '(favoured, second) :=
    match double R with
    | opponent_wins => (turn, mover)
    | mover_wins => (mover, turn)
    end in
  if has_line_among ls favoured b then Some favoured
  else if has_line_among ls second b then Some second
  else None.

Definition at_most_by_cells (cs : list (nat * nat)) (P Q : board) : bool :=
  forallb (fun '(r, c) => rank d (P r c) <=? rank d (Q r c)) cs.

(** Boards as rows, so that a cell is not computed again each time. *)
Definition after_move (p : player) (m : move) (b : list (list cell)) : list (list cell) :=
  rows_of R (play R p m (written b)).

Definition check_answer (cs : list (nat * nat)) (set : patterns)
    (t : list (list cell)) (given : option answer) : bool :=
  match given with
  | None => false
  | Some (reply, gs, p) =>
      if legal R d (written t) reply then
        let u := after_move d reply t in
        match winner_by_lines a (written u) with
        | Some w => same w d
        | None =>
            if contains set p then at_most_by_cells cs (image R gs (board_of p)) (written u) else false
        end
      else false
  end.

Definition check_pattern (ms : list move) (cs : list (nat * nat)) (set : patterns)
    (advice : list (list cell) -> option answer) (p : pattern) : bool :=
  let b := cut (size R) (size R) p in
  match winner_by_lines a (written b) with
  | Some w => same w d
  | None =>
      forallb (fun m =>
        if legal R a (written b) m then
          let t := after_move a m b in
          match winner_by_lines d (written t) with
          | Some w => same w d
          | None => check_answer cs set t (advice t)
          end
        else true) ms
  end.

End Checker.

(** Whether the patterns prove that [d] never loses from [start], where the other player is to move. *)
Definition check (R : rules) (d : player) (advice : list (list cell) -> option answer)
    (l : list pattern) (start : pattern) : bool :=
  let ls := lines R in
  let ms := moves R in
  let cs := cells R in
  let set := set_of l in
  (1 <=? line R)
  && existsb (fun p => at_most_by_cells d cs (board_of R p) (board_of R start)) l
  && forallb (check_pattern R d ls ms cs set advice) l.

(** ** It is right *)

Section Soundness.

Variable R : rules.
Variable d : player.
Notation a := (other d).

Lemma at_most_by_cells_spec P Q : at_most_by_cells d (cells R) P Q = true -> at_most R d P Q.
Proof.
  unfold at_most_by_cells. rewrite forallb_forall. intros all r c Hr Hc.
  apply Nat.leb_le, (all (r, c)). now apply in_cells.
Qed.

Lemma won_or_spec turn b else_ :
  match winner_by_lines R (lines R) turn b with Some w => same w d | None => else_ end = true ->
  winner R turn b = Some d \/ winner R turn b = None /\ else_ = true.
Proof.
  change (winner_by_lines R (lines R) turn b) with (winner R turn b).
  destruct (winner R turn b) as [p|]; [|now right]. destruct (same_spec p d); [left; congruence|easy].
Qed.

(** Rows that are written down are the board they were read from. *)
Lemma winner_written turn b : winner R turn (written (rows_of R b)) = winner R turn b.
Proof.
  assert (same_lines : forall p, has_line R p (written (rows_of R b)) = has_line R p b).
  { intros p. apply eq_true_iff_eq. split; apply line_on_better; [apply rows_of_at_most|apply at_most_rows_of]. }
  unfold winner. destruct (double R); now rewrite !same_lines.
Qed.

Lemma legal_written p b m : legal R p (written (rows_of R b)) m = true -> legal R p b m = true.
Proof. apply legal_on_better, rows_of_at_most. Qed.

Theorem check_sound advice l start :
  check R d advice l start = true -> never_loses R d a (board_of R start).
Proof.
  unfold check. rewrite !andb_true_iff, existsb_exists, forallb_forall.
  intros [[positive [p [Hp Hstart]]] closed]. apply Nat.leb_le in positive.
  set (is_pattern b := exists p, In p l /\ b = board_of R p).
  apply (certificate_sound R d positive is_pattern).
  - clear p Hp Hstart. intros b [p [Hp ->]]. specialize (closed p Hp).
    unfold check_pattern in closed. apply won_or_spec in closed. fold (board_of R p) in closed.
    destruct closed as [won|[nobody answers]]; [now left|right]. split; [assumption|].
    rewrite forallb_forall in answers. intros m allowed.
    specialize (answers m (legal_moves _ _ _ _ allowed)). rewrite allowed in answers.
    apply won_or_spec in answers. unfold after_move in answers. rewrite winner_written in answers.
    fold (board_of R p) in answers. cbv zeta. set (t := play R a m (board_of R p)) in *.
    destruct answers as [won|[nobody' answers]]; [now left|right]. split; [assumption|].
    unfold check_answer in answers. destruct (advice (rows_of R t)) as [[[reply gs] q]|]; [|discriminate].
    destruct (legal R d (written (rows_of R t)) reply) eqn:allowed'; [|discriminate].
    exists reply. split; [now apply legal_written|].
    (* The board that was written down is at most the true one. *)
    assert (at_most R d (written (after_move R d reply (rows_of R t))) (play R d reply t)) as less.
    { unfold after_move. eapply at_most_trans; [apply rows_of_at_most|].
      apply play_keeps_order; [apply rows_of_at_most|now apply legal_written]. }
    apply won_or_spec in answers. destruct answers as [won|[_ answers]].
    + left. now apply (winner_on_better _ _ _ _ _ less).
    + right. destruct (contains (set_of l) q) eqn:known; [|discriminate].
      apply at_most_by_cells_spec in answers. exists (board_of R q), gs. split.
      * exists q. split; [now apply contains_set_of|reflexivity].
      * eapply at_most_trans; eassumption.
  - exists (board_of R p), []. split; [now exists p|]. now apply at_most_by_cells_spec.
Qed.

End Soundness.

(** For the empty board it is enough that the second player never loses: the first one does not, either. *)
Corollary check_draw R d advice l :
  2 <= size R -> check R d advice l (repeat blank (size R * size R)) = true ->
  never_loses R d (other d) empty /\ never_loses R (other d) (other d) empty.
Proof.
  intros two checked.
  assert (1 <= line R) as positive.
  { unfold check in checked. rewrite !andb_true_iff in checked. now apply Nat.leb_le. }
  split; [|now apply first_player_never_loses].
  apply check_sound in checked. eapply never_loses_monotone; [|exact checked].
  intros r c _ _. unfold board_of, written.
  assert (blanks : forall n w k c, nth c (nth r (cut n w (repeat blank k)) []) blank = blank).
  { clear. intros n w. revert r. induction n as [|n IH]; intros r k c; cbn [cut]; [now destruct r, c|].
    assert (forall k, nth c (repeat blank k) blank = blank) as row.
    { clear. intros k. revert c. induction k as [|k IH]; intros [|c]; cbn; auto. }
    assert (skipn w (repeat blank k) = repeat blank (k - w)) as ->.
    { clear. revert k. induction w as [|w IH]; intros [|k]; cbn; auto. }
    assert (firstn w (repeat blank k) = repeat blank (min w k)) as ->.
    { clear. revert k. induction w as [|w IH]; intros [|k]; cbn; auto. now rewrite IH. }
    destruct r as [|r]; [apply row|apply IH]. }
  rewrite blanks. unfold empty. lia.
Qed.

(** ** Finding the replies *)

Section Search.

Variable R : rules.
Variable d : player.
Notation a := (other d).

(** A pattern of the set that is at most [cs], cell by cell. *)
Fixpoint find_at_most (s : patterns) (cs : pattern) : option pattern :=
  match s, cs with
  | Nothing, _ => None
  | Branch here _ _ _, [] => if here then Some [] else None
  | Branch _ b x o, c :: cs =>
      let with_cell c' s' :=
        if rank d c' <=? rank d c then option_map (cons c') (find_at_most s' cs) else None in
      match with_cell blank b with
      | Some p => Some p
      | None =>
          match with_cell (symbol X) x with
          | Some p => Some p
          | None => with_cell (symbol O) o
          end
      end
  end.

(** The first result of the function on the list. *)
Fixpoint first {A B} (f : A -> option B) (l : list A) : option B :=
  match l with
  | [] => None
  | x :: l => match f x with Some y => Some y | None => first f l end
  end.

Definition symmetries : list (list generator) :=
  [ []; [Mirror]; [Transpose]; [Mirror; Transpose]; [Transpose; Mirror]; [Mirror; Transpose; Mirror];
    [Transpose; Mirror; Transpose]; [Mirror; Transpose; Mirror; Transpose] ].

Definition search (ls : list (list (nat * nat))) (ms : list move) (set : patterns)
    (t : list (list cell)) : option answer :=
  first (fun m =>
    if legal R d (written t) m then
      let u := after_move R d m t in
      match winner_by_lines R ls a (written u) with
      | Some p => if same p d then Some (m, [], []) else None
      | None =>
          first (fun gs =>
            match find_at_most set (concat (rows_of R (image R gs (written u)))) with
            | Some p => Some (m, rev gs, p)
            | None => None
            end) symmetries
      end
    else None) ms.

End Search.

(** The check without advice from outside. *)
Definition check_by_search (R : rules) (d : player) (l : list pattern) (start : pattern) : bool :=
  let search := search R d (lines R) (moves R) (set_of l) in
  check R d search l start.

Theorem check_by_search_sound R d l start :
  check_by_search R d l start = true -> never_loses R d (other d) (board_of R start).
Proof. apply check_sound. Qed.
