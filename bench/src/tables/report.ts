/** Lines of a benchmark: printed as they are measured, and again at the end as lines for docs/measurements. */

export interface Goal {
  readonly bound: 'at most' | 'at least';
  readonly value: number;
  /** The unit after the number, such as `ms`; a ratio has none. */
  readonly unit?: string;
}

export interface Report {
  /** Misses set the exit code. @param figure with what was compared, such as `p95 1.9 times …` */
  judge(figure: string, value: number, goal: Goal): void;
  /** Records a figure without a goal. */
  record(figure: string): void;
  /** A line that is not a measurement. */
  note(text: string): void;
  /** @param command as it was typed */
  print(command: string): void;
}

export const atMost = (value: number, unit?: string): Goal => ({
  bound: 'at most',
  value,
  ...(unit === undefined ? {} : { unit }),
});
export const atLeast = (value: number, unit?: string): Goal => ({
  bound: 'at least',
  value,
  ...(unit === undefined ? {} : { unit }),
});

export function createReport(name: string): Report {
  const rows: { readonly figure: string; readonly goal: string; readonly isMissed: boolean }[] = [];
  const note = (text: string) => console.log(`${name}: ${text}`);
  return {
    judge: (figure, value, goal) => {
      const isMet = goal.bound === 'at most' ? value <= goal.value : value >= goal.value;
      const wanted = [goal.bound, goal.value.toLocaleString('en'), ...(goal.unit === undefined ? [] : [goal.unit])].join(' ');
      rows.push({ figure, goal: wanted, isMissed: !isMet });
      note(`${figure} (goal ${wanted}${isMet ? '' : ', missed'})`);
      if (!isMet) process.exitCode = 1;
    },
    record: (figure) => {
      rows.push({ figure, goal: '–', isMissed: false });
      note(figure);
    },
    note,
    print: (command) => {
      const date = new Date().toISOString().slice(0, 10);
      const missed = rows.filter(({ isMissed }) => isMissed).length;
      console.log(
        '\n| Measured by | Goal | Figure | Missed: what was tried | Date | Machine |\n| --- | --- | --- | --- | --- | --- |',
      );
      for (const { figure, goal, isMissed } of rows)
        console.log(`| \`${command}\` | ${goal}${isMissed ? ' (missed)' : ''} | ${figure} |  | ${date} | – |`);
      console.log(`\n${name}: ${rows.length} lines, ${missed} goals missed`);
    },
  };
}
