/** The thread that reads large answers. Started by `read-anywhere.ts` only. */
import { serveTasks } from '../../../process/serve-tasks.ts';
import { readAnswers } from './read-answers.ts';

serveTasks(readAnswers);
