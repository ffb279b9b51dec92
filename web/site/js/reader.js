// A page that is only read.

import { furnish } from "./shell.js";

furnish();
