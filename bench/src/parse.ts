/**
 * The cost of parsing a profile compared with reading its JSON. Both are measured on the same texts in turns, so that other
 * load slows both; the ratio is the same on any machine.
 */
import {
  cardsAnswer,
  educationAnswer,
  english,
  experienceAnswer,
} from '@leadloom/shared/linkedin/parse/fixtures/component-answers';
import { type FictionalMember, memberWithGroups } from '@leadloom/shared/linkedin/parse/fixtures/fictional-member';
import { contactAnswer, profileAnswer, topCardAnswer } from '@leadloom/shared/linkedin/parse/fixtures/profile-answers';
import { parseProfile } from '@leadloom/shared/linkedin/parse/parse-profile';
import { median } from './tables/statistics.ts';

const GOAL = 3;
const ROUNDS = 25;
const WARM_UP_ROUNDS = 8;
/** A round must exceed the clock's resolution and a garbage collection. */
const ROUND_MS = 60;
const RUNS_AT_ONCE = 5;

interface Sample {
  readonly name: string;
  readonly identity: string;
  readonly texts: readonly { readonly slot: string; readonly content: string }[];
}

export async function benchParse(): Promise<void> {
  const samples = [sampleOf('average', memberWithGroups(6, 2)), sampleOf('long career', memberWithGroups(14, 3))];
  for (const sample of samples) {
    const size = sample.texts.reduce((sum, { content }) => sum + content.length, 0);
    const { milliseconds, ratio } = measure(sample);
    console.log(`parse: ${sample.name}, ${sample.texts.length} answers of ${Math.round(size / 1024)} KiB together`);
    console.log(`parse: ${Math.round(1000 / milliseconds)} profiles per second`);
    console.log(`parse: ratio to JSON.parse ${ratio.toFixed(2)} (goal at most ${GOAL})`);
    if (ratio > GOAL) process.exitCode = 1;
  }
}

function sampleOf(name: string, member: FictionalMember): Sample {
  const answers = {
    p1: profileAnswer(member),
    p2: topCardAnswer(member),
    ex: experienceAnswer(member, english, Math.min(member.groups.length, 10)),
    ed: educationAnswer(member),
    c: cardsAnswer(member),
    i: contactAnswer(member),
  };
  const texts = Object.entries(answers).map(([slot, answer]) => ({ slot, content: JSON.stringify(answer) }));
  const sample = { name, identity: member.slug, texts };
  const parsed = parseProfile({ identity: sample.identity, payloads: texts });
  if (!parsed.ok || parsed.profile.experiences.length === 0)
    throw new Error('the sample does not parse: there is nothing to measure');
  return sample;
}

/** Milliseconds for one profile, and the median ratio of parsing to reading in neighbouring rounds. */
function measure(sample: Sample): { readonly milliseconds: number; readonly ratio: number } {
  const parse = (): void => {
    parseProfile({ identity: sample.identity, payloads: sample.texts });
  };
  const read = (): void => {
    for (const { content } of sample.texts) JSON.parse(content);
  };
  for (let warmUp = 0; warmUp < WARM_UP_ROUNDS; warmUp += 1) round(parse);
  const rounds = Array.from({ length: ROUNDS }, () => ({ read: round(read), parse: round(parse) }));
  return {
    milliseconds: median(rounds.map((times) => times.parse)),
    ratio: median(rounds.map((times) => times.parse / times.read)),
  };
}

/** Processor time of this thread for one run, in milliseconds: other processes do not count. */
function round(work: () => void): number {
  const start = process.threadCpuUsage();
  let runs = 0;
  let elapsed = 0;
  while (elapsed < ROUND_MS) {
    for (let run = 0; run < RUNS_AT_ONCE; run += 1) work();
    runs += RUNS_AT_ONCE;
    const { user, system } = process.threadCpuUsage(start);
    elapsed = (user + system) / 1000;
  }
  return elapsed / runs;
}
