import { describe, expect, it } from 'vitest';
import { formatDayAndTime, formatNextTime } from './format-date.ts';

const MOMENT = '2098-01-13T08:00:00.000Z';
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const elsewhere = here === 'Pacific/Auckland' ? 'Asia/Tokyo' : 'Pacific/Auckland';

describe('the next time of something scheduled', () => {
  it('the next time needs no word about its zone where the schedule has the zone of the browser', () => {
    expect(formatNextTime(MOMENT, here)).toBe(formatDayAndTime(MOMENT));
  });

  it('the next time is said to be in the time of the reader where the schedule has another zone', () => {
    expect(formatNextTime(MOMENT, elsewhere)).toBe(`${formatDayAndTime(MOMENT)}, your time`);
  });
});
