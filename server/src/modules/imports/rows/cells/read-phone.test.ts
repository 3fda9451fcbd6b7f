import { CellProblem } from '@leadloom/shared/domain/cell-problem';
import { expect, test } from 'vitest';
import { isPhone, readPhone } from './read-phone.ts';

test.each([
  '+1 415 555 0134 x123',
  '(415) 555-0134 ext. 7',
  '415.555.0134 x 9',
  '+47 22 00 00 00 int. 5',
  '0049 (0)30 12345678',
  '+49 (0) 30 / 1234567',
  '+33 (0)1 42 68 53 00',
  '030 1234567',
  '0114 272 6444',
  '011 49 30 1234567',
  '030-23125-0',
  '(11) 91234-5678',
  '+86 138 0013 8000',
  '555-0134',
  '4155550134',
  '+442079460000',
  '+1 555 0110',
  '１２３４５６７８９',
  '＋４７ ２２ ００ ００ ００',
  'tel:+14155550134',
  'Tel. 030 1234567',
  'Mobile: (415) 555-0134',
  'Telefon 030 1234567',
  'M: +47 900 00 000',
  '+1 415 555 0134 (mobile)',
  '(415) 555-0134 (office)',
  'Office +44 20 7946 0018',
  '+44 20 7946 0018 / +44 20 7946 0019',
  '030 1234567, 0171 1234567',
  '030 1234567 oder 0171 1234567',
  'n/a; +47 900 00 000',
  '+47 900 00 000 ::: +47 900 00 001',
])('%s is a telephone number, and stored as it is written', (text) => {
  expect(isPhone(text)).toBe(true);
  expect(readPhone(text)).toBe(text.normalize('NFC'));
});

test.each([
  '2021-03-04',
  '04.03.2021',
  '3/4/2021',
  '2021-03-04 10:00',
  '2021-03-04T10:00:00Z',
  '10042',
  'ORD-2021-0042',
  'A-1042',
  'Order 10042123',
  'No. 10042123',
  '1,250,000',
  '$1200000',
  '1.5 million',
  'hello 12',
  'call after 5',
  'C3',
  '+1415',
  '+999 123 4567',
  '12345678901234567890',
  '4.93056E+11',
  '10-50',
  '12 Loom Street',
  'call me',
  'Q3 2021',
  '192.168.1.10',
])('%s is none', (text) => {
  expect(isPhone(text)).toBe(false);
  expect(readPhone(text)).toBeInstanceOf(CellProblem);
});
