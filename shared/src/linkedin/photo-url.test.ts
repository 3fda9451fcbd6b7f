import { describe, expect, test } from 'vitest';
import { isNetworkPhotoUrl } from './photo-url.ts';

describe('photo address', () => {
  test.each([
    'https://media.licdn.com/dms/image/v2/D4E03AQ/profile-displayphoto-shrink_800_800/0/1?e=1&v=beta&t=x',
    'https://MEDIA.licdn.com/a.jpg',
  ])('the photo address %s is accepted', (url) => {
    expect(isNetworkPhotoUrl(url)).toBe(true);
  });

  test.each([
    'http://media.licdn.com/a.jpg',
    'https://media.licdn.com.example.com/a.jpg',
    'https://example.com/media.licdn.com/a.jpg',
    'https://media.licdn.com@example.com/a.jpg',
    'https://user:secret@media.licdn.com/a.jpg',
    'https://media.licdn.com:8443/a.jpg',
    'https://static.licdn.com/a.jpg',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    '//media.licdn.com/a.jpg',
    '',
    `https://media.licdn.com/${'a'.repeat(2048)}`,
  ])('the photo address %s is refused', (url) => {
    expect(isNetworkPhotoUrl(url)).toBe(false);
  });
});
