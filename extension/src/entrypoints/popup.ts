/** The popup behind the extension's button. */
import { builtInOrigins } from '../build-settings.ts';
import { startPopup } from '../popup/popup.ts';
import { systemClock } from '../state/clock.ts';

void startPopup(document, builtInOrigins, systemClock);
