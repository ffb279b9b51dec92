(** * Boards and moves as lists

    A board has finitely many cells, so all boards, and all moves, can be
    listed; and a board can be written down, which programs need that make many
    moves. *)

From Coq Require Import Arith Bool List Lia.
From Quixo Require Import Rules Monotone.
Import ListNotations.

Section Game.

Variable R : rules.

(** ** Moves *)

Definition cells : list (nat * nat) := list_prod (seq 0 (size R)) (seq 0 (size R)).

(** The moves that are legal on some board. *)
Definition moves : list move :=
  filter (fun m => on_border R (row m) (column m) && negb (stays R m))
    (flat_map (fun '(r, c) => map (Build_move r c) [Left; Right; Top; Bottom]) cells).

Lemma in_cells r c : In (r, c) cells <-> r < size R /\ c < size R.
Proof. unfold cells. rewrite in_prod_iff, !in_seq. lia. Qed.

Lemma in_moves m : In m moves <-> on_border R (row m) (column m) = true /\ stays R m = false.
Proof.
  unfold moves. rewrite filter_In, andb_true_iff, negb_true_iff. split; [tauto|].
  intros [border there]. split; [|tauto]. apply in_flat_map.
  exists (row m, column m). split.
  - apply in_cells. now apply on_border_inside.
  - destruct m as [r c []]; cbn; tauto.
Qed.

Lemma legal_spec p b m :
  legal R p b m = true <-> In m moves /\ shows (other p) (b (row m) (column m)) = false.
Proof. unfold legal. rewrite in_moves, !andb_true_iff, !negb_true_iff. tauto. Qed.

(** While nobody has a line, a player whose turn it is has a move: else the top
    row would be full of the other symbol. *)
Theorem a_move_exists p turn b :
  2 <= size R -> 1 <= line R <= size R -> winner R turn b = None ->
  exists m, legal R p b m = true.
Proof.
  intros two fits nobody.
  destruct (forallb (fun c => shows (other p) (b 0 c)) (seq 0 (size R))) eqn:row.
  - rewrite forallb_forall in row. rewrite (winner_spec R p) in nobody.
    assert (has_line R (other p) b = true) as line;
      [|rewrite line in nobody; now destruct (has_line R p b)].
    unfold has_line, has_line_among. apply existsb_exists.
    exists (map (fun i => (0, 0 + i)) (seq 0 (line R))). split.
    + unfold lines. apply in_flat_map. exists 0. split; [apply in_seq; lia|].
      apply in_flat_map. exists 0. split; [apply in_seq; lia|]. unfold lines_from.
      destruct (Nat.leb_spec (0 + line R) (size R)); [now left|lia].
    + apply forallb_forall. intros [r c] Hin. apply in_map_iff in Hin.
      destruct Hin as [i [E Hi]]. injection E as <- <-. apply row.
      rewrite in_seq in *. lia.
  - assert (exists c, c < size R /\ shows (other p) (b 0 c) = false) as [c [Hc free]].
    { clear -row. induction (size R) as [|n IH]; [discriminate|].
      rewrite seq_S, forallb_app, andb_false_iff in row. destruct row as [row|row].
      - destruct (IH row) as [c [Hc free]]. exists c. split; [lia|easy].
      - exists n. split; [lia|]. cbn in row. now rewrite andb_true_r in row. }
    exists {| Rules.row := 0; column := c; to := Bottom |}.
    unfold legal, on_border, stays. cbn [Rules.row column to]. rewrite free.
    destruct (size R) as [|[|n]]; [lia|lia|].
    destruct (Nat.ltb_spec c (S (S n))); [easy|lia].
Qed.

(** ** Boards *)

(** The rows of a board. *)
Definition rows_of (b : board) : list (list cell) :=
  map (fun r => map (b r) (seq 0 (size R))) (seq 0 (size R)).

Lemma written_rows_of b r c : r < size R -> c < size R -> written (rows_of b) r c = b r c.
Proof.
  intros Hr Hc. unfold written, rows_of.
  rewrite nth_indep with (d' := map (b 0) (seq 0 (size R))); [|now rewrite map_length, seq_length].
  rewrite map_nth with (f := fun r => map (b r) (seq 0 (size R))), seq_nth by easy.
  rewrite nth_indep with (d' := b (0 + r) 0); [|now rewrite map_length, seq_length].
  rewrite map_nth, seq_nth by easy. reflexivity.
Qed.

Lemma at_most_rows_of p b : at_most R p b (written (rows_of b)).
Proof. intros r c Hr Hc. now rewrite written_rows_of. Qed.

Lemma rows_of_at_most p b : at_most R p (written (rows_of b)) b.
Proof. intros r c Hr Hc. now rewrite written_rows_of. Qed.

(** All lists of a length with elements from a list. *)
Fixpoint lists {A} (among : list A) (length : nat) : list (list A) :=
  match length with
  | 0 => [[]]
  | S length => map (fun '(a, l) => a :: l) (list_prod among (lists among length))
  end.

Lemma in_lists {A} (among : list A) l :
  (forall a, In a l -> In a among) -> In l (lists among (length l)).
Proof.
  induction l as [|a l IH]; cbn [length lists]; intros all; [now left|].
  apply in_map_iff. exists (a, l). split; [easy|]. apply in_prod_iff. split.
  - apply all. now left.
  - apply IH. intros a' Ha'. apply all. now right.
Qed.

Definition all_rows : list (list (list cell)) :=
  lists (lists [blank; symbol X; symbol O] (size R)) (size R).

Lemma in_all_rows b : In (rows_of b) all_rows.
Proof.
  unfold all_rows. replace (size R) with (length (rows_of b)) at 2
    by now unfold rows_of; rewrite map_length, seq_length.
  apply in_lists. unfold rows_of. intros l Hl. apply in_map_iff in Hl.
  destruct Hl as [r [<- _]].
  replace (size R) with (length (map (b r) (seq 0 (size R)))) at 2
    by now rewrite map_length, seq_length.
  apply in_lists. intros c _. destruct c as [|[]]; cbn; tauto.
Qed.

End Game.
