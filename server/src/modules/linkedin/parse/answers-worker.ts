/** The thread that reads large answers. Started by `parse.service.ts` only. */
import { serveTasks } from '../../../process/serve-tasks.ts';
import { readAnswers } from './read-answers.ts';

serveTasks(readAnswers);
