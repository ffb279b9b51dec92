// Dragging: a piece that is pressed follows the pointer and is put down somewhere. A press
// without a move stays a press.

/** Before a press is a drag. */
const SLACK = 7;

/**
 * Lets an element be dragged. `begin` is asked whether it may be, with how far it would have gone and by what, `over` is told where the
 * pointer is, and `drop` where it was let go, or `null` if the drag was broken off.
 */
export function draggable(element, { begin, over, drop }) {
  element.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || !down.isPrimary) return;
    let isDragged = false;

    const move = (event) => {
      const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!isDragged) {
        if (Math.hypot(x, y) < SLACK) return;
        if (!begin([x, y], event.pointerType)) return end();
        isDragged = true;
        // Not every browser has the pointer at this moment.
        try { element.setPointerCapture(event.pointerId); } catch { /* It is followed all the same. */ }
      }
      element.classList.add("dragged");
      element.style.transform = `translate(${x}px, ${y}px)`;
      over([event.clientX, event.clientY]);
    };
    const up = (event) => {
      end();
      if (!isDragged) return;
      // The click that follows is none.
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
      drop(event.type === "pointerup" ? [event.clientX, event.clientY] : null);
    };
    const end = () => {
      element.classList.remove("dragged");
      element.style.transform = "";
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  });
}

function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

/** How far a point is from the middle of an element. */
export function distance(element, [x, y]) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return Math.hypot(x - left - width / 2, y - top - height / 2);
}
