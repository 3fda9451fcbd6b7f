import { defineTable, updatedAt } from './define-table.ts';
import { options } from './values/option.ts';

export const tiktokVideos = defineTable({
  name: 'tiktok-videos',
  title: 'TikTok Videos',
  example: { filter: ['play_count', '0-10000'], fields: ['video', 'play_count'] },
  isGated: true,
  waitsForAccount: false,
  readsAddress: true,
  nameFields: ['summary', 'author'],
  columns: [
    { field: 'author', headerName: 'Author', kind: 'link', isRequired: true, aliases: ['author url', 'profile'] },
    {
      field: 'video',
      headerName: 'Video',
      kind: 'link',
      isRequired: true,
      aliases: ['video url', 'url', 'link', 'web video url', 'share url'],
    },
    { field: 'hashtags', headerName: 'Hashtags', kind: 'list', aliases: ['hashtag', 'hashtag names', 'tags'] },
    { field: 'play_count', headerName: 'Play count', kind: 'integer', aliases: ['plays', 'views', 'view count'] },
    { field: 'comment_count', headerName: 'Comment count', kind: 'integer', aliases: ['comments'] },
    { field: 'category', headerName: 'Category', kind: 'text' },
    {
      field: 'summary',
      headerName: 'Summary',
      kind: 'long-text',
      aliases: ['description', 'video description', 'caption', 'text', 'desc'],
    },
    {
      field: 'posted_at',
      headerName: 'Posted at',
      kind: 'time',
      isRequired: true,
      aliases: ['created', 'create time', 'posted', 'create time iso'],
    },
    /** The author's name without `@`, in lower case: the author filter compares it. */
    { field: 'author_unique_id', headerName: 'Author id', kind: 'text', isStoredOnly: true, aliases: ['username', 'unique id'] },
    { field: 'sound_id', headerName: 'Sound id', kind: 'text', isStoredOnly: true, aliases: ['music id'] },
    {
      field: 'sound_title',
      headerName: 'Sound title',
      kind: 'text',
      isStoredOnly: true,
      aliases: ['music', 'music name', 'sound'],
    },
    { field: 'like_count', headerName: 'Like count', kind: 'integer', isStoredOnly: true, aliases: ['likes', 'digg count'] },
    { field: 'share_count', headerName: 'Share count', kind: 'integer', isStoredOnly: true, aliases: ['shares'] },
    { ...updatedAt, isStoredOnly: true },
  ],
  workColumns: ['summary', 'author', 'play_count', 'comment_count', 'posted_at', 'video'],
  filters: [
    {
      kind: 'lookup',
      key: 'author',
      label: 'Author',
      column: 'author_unique_id',
      optionsUrl: '/tiktok/search/unique-id',
    },
    { kind: 'lookup', key: 'hashtag', label: 'Hashtag', column: 'hashtags', optionsUrl: '/tiktok/search/hashtag' },
    {
      kind: 'range',
      key: 'play_count',
      label: 'Play Count',
      column: 'play_count',
      options: options('0-10000', '10000-50000', '50000-200000', '200000-1000000', '1000000-10000000', '10000000+'),
      isMultiple: false,
    },
    { kind: 'search', key: 'search_query', label: 'Search', columns: ['summary'] },
  ],
  defaultSort: 'posted_at',
  canonicalKey: [{ linkOf: 'video' }],
});
