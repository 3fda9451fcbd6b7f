/** What each key does, by where it works. */
import type { ShortcutName } from '../../../lib/shortcuts.ts';

interface ShortcutPlace {
  readonly place: string;
  readonly texts: readonly (readonly [name: ShortcutName, text: string])[];
}

export const shortcutPlaces: readonly ShortcutPlace[] = [
  {
    place: 'Everywhere',
    texts: [
      ['palette', 'Search, jump to a screen, or ask for rows: “fintech germany contact since 2024”'],
      ['search', 'Go to the search of the screen'],
      ['keys', 'Show the keys'],
      ['close', 'Close what is open'],
      ['toMessage', 'Go to the message that is shown, such as one with “Undo”'],
    ],
  },
  {
    place: 'On the screen of a table',
    texts: [
      ['nextRecord', 'Open the next record'],
      ['previousRecord', 'Open the previous record'],
      ['selectNext', 'Open the next record, and select it'],
      ['selectPrevious', 'Open the previous record, and select it'],
      ['selectRecord', 'Select the open record or the row, or no longer'],
      ['addToList', 'Add the selected rows or the open record to a list, with a note'],
      ['addTag', 'Tag the selected rows or the open record'],
      ['writeNote', 'Write a note on the open record or the selected row'],
      ['saveNote', 'Save the note that is being written'],
      ['saveView', 'Save what is shown as a view'],
      ['exportRows', 'Export the selected rows, or all that are shown'],
      ['showChanged', 'Show what changed in the last 24 hours, or everything again'],
      ['lastQuestions', 'Show the last questions, each with its total'],
    ],
  },
  {
    place: 'Among the cells of a table',
    texts: [
      ['moveInGrid', 'Go to the next row; the other arrows go to their side'],
      ['moveFar', 'Go ten rows down or up'],
      ['moveToEnds', 'Go to the first or last cell of the row'],
      ['openCell', 'Show a cell whole'],
      ['openRecord', 'Open the record of the row'],
      ['selectRow', 'Select the row'],
      ['copyCell', 'Copy the cell'],
    ],
  },
  {
    place: 'In the list of a search',
    texts: [
      ['moveInList', 'Go to the next or previous entry'],
      ['choose', 'Choose the entry'],
    ],
  },
];
