import { describe, expect, it } from 'vitest';
import { videoTerms } from './video-terms.ts';

const bare = { hashtags: [], soundId: null, soundTitle: null, caption: null };

describe('terms of a video', () => {
  it('the terms of a video are its normalised hashtags, each once', () => {
    expect(videoTerms({ ...bare, hashtags: ['#Baking', 'baking', 'ＢＡＫＩＮＧ', 'Türkei'] })).toEqual(['#baking', '#türkei']);
  });

  it('common hashtags are not terms', () => {
    expect(videoTerms({ ...bare, hashtags: ['fyp', '#ForYou', 'fypシ', 'CapCut', 'baking'] })).toEqual(['#baking']);
    expect(videoTerms({ ...bare, hashtags: ['fyp', 'baking'] }, new Set(['baking']))).toEqual(['#fyp']);
  });

  it('include the sound by its id, whatever it is called', () => {
    expect(videoTerms({ ...bare, soundId: '7300000000000000001', soundTitle: 'original sound' })).toEqual([
      '~7300000000000000001',
    ]);
  });

  it('include a sound without id by its title, unless any sound is called so', () => {
    expect(videoTerms({ ...bare, soundTitle: 'Slow Evening' })).toEqual(['~~slow evening']);
    for (const soundTitle of ['original sound - maria', 'nhạc nền - Lan', 'Оригинальный звук', 'Originalton'])
      expect(videoTerms({ ...bare, soundTitle })).toEqual([]);
    expect(videoTerms({ ...bare, soundTitle: 'Original Soundtrack of Kettles' })).toEqual(['~~original soundtrack of kettles']);
  });

  it('words of the caption are terms only when there is nothing else', () => {
    const caption = 'Fresh BREAD, see https://bakery.example/x @maria #fyp';
    expect(videoTerms({ ...bare, caption })).toEqual(['fresh', 'bread', 'see']);
    expect(videoTerms({ ...bare, caption, hashtags: ['fyp'] })).toEqual(['fresh', 'bread', 'see']);
    expect(videoTerms({ ...bare, caption, hashtags: ['bread'] })).toEqual(['#bread']);
  });

  it('the number and length of terms are limited', () => {
    const hashtags = Array.from({ length: 10_000 }, (_, at) => `tag${at}`);
    expect(videoTerms({ ...bare, hashtags })).toHaveLength(64);
    expect(videoTerms({ ...bare, hashtags: ['x'.repeat(5_000), '', '#', '##'], soundTitle: ' ' })).toEqual([]);
    expect(videoTerms({ ...bare, caption: 'word '.repeat(100_000) })).toEqual(['word']);
  });
});
