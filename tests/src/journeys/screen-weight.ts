/**
 * What the visit of a screen costs with an empty cache: JavaScript as it is sent, and requests. Files that the browser
 * kept are counted as well, so that the order of visits does not matter.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';

const built = join(import.meta.dirname, '..', '..', '..', 'dist', 'web');

/** The most that the first visit of a screen may cost. */
export const weightLimits: Weight = { scriptBytes: 285_000, requests: 42 };

/** The article on the data API loads the description of the endpoints when somebody comes near it. */
const API_ARTICLE: Weight = { ...weightLimits, scriptBytes: 272_500 };

/** @param path the address by which a screen was opened */
export function weightLimitOf(path: string): Weight {
  return path === '/app/docs/api' ? API_ARTICLE : weightLimits;
}

export interface Weight {
  /** The bytes of scripts, packed with gzip. */
  readonly scriptBytes: number;
  readonly requests: number;
}

export interface WeightWatch {
  /** Documents that are opened after it are watched. */
  readonly isWatching: Promise<unknown>;
  /** The path by which the page was opened; a path of later steps is not among them. */
  readonly openedAt: () => string;
  /** The weight of what was requested since the document of the page. */
  readonly weight: () => Weight;
  readonly stop: () => void;
}

/**
 * Begins anew with each document that the page loads. What screens load while the browser has nothing else to do is no part of
 * what a visit waits for, and would be counted or not by chance: the page never learns of such times.
 */
export function watchWeight(page: Page): WeightWatch {
  const isWatching = page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  let requests: Request[] = [];
  let path = '';
  const note = (request: Request): void => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      requests = [];
      path = new URL(request.url()).pathname;
    }
    if (/^https?:/.test(request.url())) requests.push(request);
  };
  page.on('request', note);
  return {
    isWatching,
    openedAt: () => path,
    weight: () => {
      const paths = new Set(requests.map((request) => new URL(request.url()).pathname));
      const scripts = [...paths].filter((one) => one.endsWith('.js'));
      return { scriptBytes: scripts.reduce((sum, one) => sum + packedSize(one), 0), requests: requests.length };
    },
    stop: () => page.off('request', note),
  };
}

function packedSize(pathname: string): number {
  const file = join(built, pathname.replace(/^\/app\//, ''));
  if (existsSync(`${file}.gz`)) return statSync(`${file}.gz`).size;
  return existsSync(file) ? gzipSync(readFileSync(file), { level: 9 }).length : 0;
}
