// The engine starts while the page's other files arrive. `web/build-site` puts this on the pages of games.

import { begin } from "./local.js";

begin();
