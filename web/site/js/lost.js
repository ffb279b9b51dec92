// The page that is shown where there is none.

import { furnish } from "./shell.js";

furnish();
