// The engine in a browser.

import { Refused, opening } from "./game.js";

export { Refused };

export const open = opening(new URL("./engine/", import.meta.url).href);
