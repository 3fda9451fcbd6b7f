import type { Summary } from '@leadloom/shared/contract/table-facets';
import { tableByName } from '@leadloom/shared/tables/tables';
import { describe, expect, it } from 'vitest';
import { type Figures, figuresOf, pictureOf } from './chart-figures.ts';
import { figuresCsv } from './figures-csv.ts';
import type { TableChart } from './table-chart.ts';

const companies = tableByName('companies');

function figures(chart: Partial<TableChart> & Pick<TableChart, 'by'>, data: Summary['data'], other = 0): Figures {
  const found = figuresOf(companies, { measure: 'count', ...chart }, { data, total: 100, other });
  if (found === null) throw new TypeError('The table has these dimensions.');
  return found;
}

const cell = (value: number | null, ...by: Summary['data'][number]['by']) => ({ by, value });
const drawn = (of: Figures) => {
  const { kind, axis, series, blank, axisDimension } = pictureOf(companies, of);
  return {
    kind,
    axisDimension,
    axis: axis.map(({ text }) => text),
    series: series.map(({ entry, values }) => [entry?.text ?? null, ...values]),
    blank,
  };
};

describe('how figures are drawn', () => {
  it('values are bars in the order of the answer, blank last', () => {
    const of = figures({ by: ['country'] }, [cell(9, 'Germany'), cell(5, 'Norway'), cell(7, null)]);
    expect(drawn(of)).toMatchObject({ kind: 'bars', axis: ['Germany', 'Norway', '(blank)'], series: [[null, 9, 5, 7]] });
  });

  it('a measure has the largest figure first, whatever the numbers of rows, and values without one last', () => {
    const data = [cell(-2, 'Germany'), cell(null, 'Kenya'), cell(5.5, 'Norway'), cell(9, null)];
    const of = figures({ by: ['country'], measure: 'avg', of: 'revenue' }, data);
    expect(drawn(of).axis).toEqual(['Norway', 'Germany', 'Kenya', '(blank)']);
  });

  it('counts over time are columns, and months without rows are zero', () => {
    const of = figures({ by: ['last_funded'] }, [cell(2, '2025-11'), cell(1, '2026-02'), cell(4, null)]);
    expect(drawn(of)).toMatchObject({
      kind: 'columns',
      axis: ['Nov 2025', 'Dec 2025', 'Jan 2026', 'Feb 2026'],
      series: [[null, 2, 0, 0, 1]],
      blank: 4,
    });
  });

  it('averages over time are a line, and days without rows have none', () => {
    const of = figures({ by: ['last_funded'], measure: 'avg', of: 'revenue' }, [cell(2.5, '2026-02-28'), cell(4, '2026-03-02')]);
    expect(drawn(of)).toMatchObject({ kind: 'line', series: [[null, 2.5, null, 4]] });
  });

  it('numbers are a histogram without gaps, and ranges keep their labels', () => {
    const revenue = figures({ by: ['revenue'] }, [cell(3, { from: 10, to: 20 }), cell(1, { from: 1, to: 2 })]);
    expect(drawn(revenue)).toMatchObject({ kind: 'columns', axis: ['1 – 2', '2 – 10', '10 – 20'], series: [[null, 1, 0, 3]] });
    const employees = figures({ by: ['employee_count'] }, [cell(3, { from: 0, to: 10 }), cell(1, { from: 200, to: null })]);
    expect(drawn(employees).axis).toEqual(['< 10', '10 – 199', '200+']);
  });

  it('few values of a second dimension are stacked, in the order of their rows', () => {
    const data = [cell(1, 'Germany', 'Asia'), cell(2, 'Germany', 'Europe'), cell(4, 'Norway', 'Europe'), cell(1, null, 'Europe')];
    expect(drawn(figures({ by: ['country', 'region'] }, data))).toMatchObject({
      kind: 'bars',
      axis: ['Norway', 'Germany', '(blank)'],
      series: [
        ['Europe', 4, 2, 1],
        ['Asia', 0, 1, 0],
      ],
    });
  });

  it('days go along the axis, whichever was named first', () => {
    const data = [cell(1, 'Asia', '2025'), cell(2, 'Europe', '2026')];
    expect(drawn(figures({ by: ['region', 'last_funded'] }, data))).toMatchObject({
      kind: 'columns',
      axisDimension: 1,
      axis: ['2025', '2026'],
    });
  });

  it('many values of both are a map, as are averages of two', () => {
    const names = Array.from({ length: 9 }, (_, index) => `Value ${index}`);
    const data = names.flatMap((country) => names.map((city) => cell(1, country, city)));
    expect(drawn(figures({ by: ['country', 'city'] }, data)).kind).toBe('heat-map');
    const averages = [cell(1.5, 'Germany', 'Europe'), cell(null, 'Japan', 'Asia')];
    expect(drawn(figures({ by: ['country', 'region'], measure: 'avg', of: 'revenue' }, averages))).toMatchObject({
      kind: 'heat-map',
      series: [
        ['Europe', 1.5, null],
        ['Asia', null, null],
      ],
    });
  });

  it('a chart by what the table no longer has is none', () => {
    expect(figuresOf(companies, { by: ['colour'], measure: 'count' }, { data: [], total: 0, other: 0 })).toBeNull();
  });
});

describe('figures as a file', () => {
  it('texts are safe from formulas, and shares are of all rows', () => {
    const of = figures({ by: ['city'] }, [cell(50, '=1+1'), cell(25, 'Frankfurt, Oder'), cell(15, null)], 10);
    expect(figuresCsv(of, ['City'], 'Rows')).toBe(
      ['City,Rows,Share', "'=1+1,50,0.5", '"Frankfurt, Oder",25,0.25', '(blank),15,0.15', 'Other,10,0.1', ''].join('\r\n'),
    );
  });

  it('a measure of two dimensions has a line for each cell with rows', () => {
    const of = figures(
      { by: ['country', 'region'], measure: 'sum', of: 'revenue' },
      [cell(2.5, 'Germany', 'Europe'), cell(null, 'Japan', 'Asia')],
      7,
    );
    expect(figuresCsv(of, ['Country', 'Region'], 'Sum of Revenue (in $M)')).toBe(
      ['Country,Region,Sum of Revenue (in $M)', 'Germany,Europe,2.5', 'Japan,Asia,', ''].join('\r\n'),
    );
  });
});
