/** Whom to look for, and how many pages of them. */
import type { SearchParams } from '@leadloom/shared/contract/linkedin';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FormEvent, type RefObject, useEffect, useState } from 'react';
import { FormField } from '../../../components/form-field.tsx';
import { SubmitButton } from '../../../components/submit-button.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { collecting } from '../../../lib/workspace/needs.ts';
import { readCount } from '../entries/choose-entries.ts';
import { LookupField } from './lookup-field.tsx';
import type { LookupOption } from './lookup-option.ts';
import { LAST_SEARCH_PAGE } from './read-search.ts';

const QUERY_PAUSE_MS = 300;
/** What one search takes. */
const LONGEST_QUERY = 500;
const DEFAULT_PAGES = '1';
const NOT_A_COUNT = `Enter a whole number from 1 to ${LAST_SEARCH_PAGE}.`;
const none: readonly LookupOption[] = [];

interface SearchFormProps {
  readonly isDisabled: boolean;
  readonly isRunning: boolean;
  readonly isStopping: boolean;
  readonly startButton: RefObject<HTMLButtonElement | null>;
  readonly stopButton: RefObject<HTMLButtonElement | null>;
  readonly onSearch: (pages: readonly SearchParams[]) => void;
  readonly onStop: () => void;
}

export function SearchForm({ isDisabled, isRunning, isStopping, startButton, stopButton, onSearch, onStop }: SearchFormProps) {
  const [query, setQuery] = useState('');
  const settledQuery = useSettled(query);
  const [locations, setLocations] = useState(none);
  const [currentCompanies, setCurrentCompanies] = useState(none);
  const [pastCompanies, setPastCompanies] = useState(none);
  const [pages, setPages] = useState(DEFAULT_PAGES);
  const [hasTried, setTried] = useState(false);
  const count = readPages(pages);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    const peopleSearchQuery = query.trim().toWellFormed();
    if (isDisabled || isRunning || count === null || peopleSearchQuery === '') return;
    const filters = {
      peopleSearchQuery,
      locationIds: idsOf(locations),
      currentCompanyIds: idsOf(currentCompanies),
      pastCompanyIds: idsOf(pastCompanies),
    };
    onSearch(Array.from({ length: count }, (_, index) => ({ ...noMore, ...filters, page: index + 1 })));
  }

  return (
    <Box
      component="form"
      noValidate
      onSubmit={onSubmit}
      sx={{
        display: 'grid',
        gap: 1.5,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
      }}
    >
      <Box sx={{ gridColumn: { md: 'span 2' } }}>
        <FormField
          label="People query"
          name="people-query"
          value={query}
          onChange={setQuery}
          maxLength={LONGEST_QUERY}
          isDisabled={isDisabled}
        />
      </Box>
      <FormField
        label="Number of pages to search"
        name="search-pages"
        value={pages}
        onChange={setPages}
        isDisabled={isDisabled}
        error={hasTried && count === null ? NOT_A_COUNT : null}
        hint={`Ten people per page, at most ${LAST_SEARCH_PAGE} pages.`}
      />
      <LookupField label="Locations" kind="location" values={locations} onChange={setLocations} isDisabled={isDisabled} />
      <LookupField
        label="Current companies"
        kind="company"
        values={currentCompanies}
        onChange={setCurrentCompanies}
        isDisabled={isDisabled}
      />
      <LookupField
        label="Past companies"
        kind="company"
        values={pastCompanies}
        onChange={setPastCompanies}
        isDisabled={isDisabled}
      />
      <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <May needs={collecting}>
          <SubmitButton
            ref={startButton}
            label="Search"
            variant="outlined"
            isDisabled={isDisabled || isRunning || settledQuery.trim() === ''}
          />
        </May>
        {isRunning && (
          <Button
            ref={stopButton}
            color="inherit"
            variant="outlined"
            disabled={isStopping}
            onClick={onStop}
            aria-label="Stop the search"
          >
            Stop
          </Button>
        )}
      </Box>
    </Box>
  );
}

/** What a search may also be narrowed by, and this form does not offer. */
const noMore = { connectionId: null, connectionOrders: [], industryIds: [], jobId: null, searchId: null };

function idsOf(options: readonly LookupOption[]): string[] {
  return [...new Set(options.flatMap(({ ids }) => ids))];
}

function readPages(typed: string): number | null {
  const count = readCount(typed);
  return count !== null && count <= LAST_SEARCH_PAGE ? count : null;
}

/** The text after a short pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), QUERY_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return settled;
}
