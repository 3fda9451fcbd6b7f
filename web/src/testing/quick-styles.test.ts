import { afterEach, describe, expect, it } from 'vitest';
import { createQuickStyles, simulatedStyles } from './quick-styles.ts';

const quickStyles = createQuickStyles();
const properties = ['display', 'visibility', 'pointer-events', 'opacity', 'content', 'color', 'position', 'padding-right'];
const page = `
  <div style="visibility: hidden; opacity: 0.5; color: red"><p>Hidden <b style="visibility: visible">shown</b> <i>again</i></p></div>
  <div style="display: none"><button>Never shown</button></div>
  <div style="--display: none; padding-right: 4px"><a href="/">Link</a><input hidden><textarea></textarea></div>
  <div style="--shown: none"><span style="display: var(--shown)">By a variable</span></div>
  <div style="DISPLAY: flex; pointer-events: none"><span style="pointer-events: auto">Takes clicks</span><em>Does not</em></div>
  <dialog>Closed</dialog><dialog open>Open</dialog><details open><summary>More</summary></details>
  <ul style="visibility: hidden !important"><li style="visibility: inherit">One</li><li style="display: inherit">Two</li></ul>
  <table><caption>Names</caption><tbody><tr><td style="position: absolute">Ada</td></tr></tbody></table>
  <svg><path d="M0 0"></path></svg><template></template><unknown-one style="content: 'x'">Unknown</unknown-one>
  <div class="MuiCharts-root"><span class="label">Charts</span></div><span class="MuiChartsLegend">Legend</span>`;

function answers(getStyles: typeof getComputedStyle): unknown[] {
  return [...document.querySelectorAll('*')].map((element) => {
    const styles = getStyles(element);
    const { display, visibility, pointerEvents, opacity, content } = styles;
    return [
      element.outerHTML.slice(0, 60),
      properties.map((name) => styles.getPropertyValue(name)),
      display,
      visibility,
      pointerEvents,
      opacity,
      content,
    ];
  });
}

describe('quick answers about styles', () => {
  const sheet = document.createElement('style');
  afterEach(() => {
    document.body.innerHTML = '';
    sheet.remove();
  });

  it('quick answers are those of the simulated browser, for every kind of element', () => {
    document.body.innerHTML = page;
    expect(answers(quickStyles)).toEqual(answers(simulatedStyles));
    expect(new Set(answers(simulatedStyles).flat()).size).toBeGreaterThan(20);
  });

  it('quick answers follow every change of an element and of what it is in', () => {
    document.body.innerHTML = '<section><div><p>Text</p></div></section>';
    const [section, text] = ['section', 'p'].map((name) => document.querySelector<HTMLElement>(name));
    if (!section || !text) throw new Error('The page lacks its elements.');
    const seen = (): unknown => {
      const { display, visibility, pointerEvents } = quickStyles(text);
      expect(answers(quickStyles)).toEqual(answers(simulatedStyles));
      return { display, visibility, pointerEvents };
    };
    const plain = seen();
    section.style.visibility = 'hidden';
    expect(seen()).toMatchObject({ visibility: 'hidden' });
    section.style.visibility = '';
    expect(seen()).toEqual(plain);
    text.style.display = 'none';
    text.style.pointerEvents = 'none';
    expect(seen()).toMatchObject({ display: 'none', pointerEvents: 'none' });
    text.removeAttribute('style');
    expect(seen()).toEqual(plain);
    section.remove();
    expect(quickStyles(text).display).toBe(simulatedStyles(text).display);
    expect(quickStyles(text).display).not.toBe('block');
  });

  it('the style sheets of charts are obeyed where charts are', () => {
    document.body.innerHTML = page;
    sheet.appendChild(
      document.createTextNode('.MuiCharts-root span { display: none; visibility: hidden } .MuiChartsLegend { opacity: 0 }'),
    );
    document.head.append(sheet);
    expect(answers(quickStyles)).toEqual(answers(simulatedStyles));
    const label = document.querySelector('.label');
    expect(label && quickStyles(label).display).toBe('none');
  });

  it('an element of a shadow tree is asked of the simulated browser', () => {
    document.body.innerHTML = '<div></div>';
    const root = document.querySelector('div')?.attachShadow({ mode: 'open' });
    if (root === undefined) throw new Error('The page lacks its element.');
    root.innerHTML = '<style>span { display: flex }</style><span>Inside</span>';
    const inside = root.querySelector('span');
    expect(inside && quickStyles(inside).display).toBe(inside && simulatedStyles(inside).display);
  });
});
