/** The popup behind the extension's button. */
import { builtIn, isPaced } from '../build-settings.ts';
import { startPopup } from '../popup/popup.ts';
import { generousAllowance, memberAllowance } from '../state/allowance.ts';
import { systemClock } from '../state/clock.ts';

void startPopup(document, { builtIn, rules: isPaced ? memberAllowance : generousAllowance }, systemClock);
