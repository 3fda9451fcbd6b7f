/** Open sources: who may be written to, where the operator sells, and what each source brings and when. */
import { EntryList } from '../../../components/entry-list.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { ContactForm } from './contact-form.tsx';
import { SellingCountries } from './selling-countries.tsx';
import { SourceEntry } from './source-entry.tsx';
import { useOpenSources } from './use-open-sources.ts';

export function OpenSourcesScreen() {
  const query = useOpenSources();
  return (
    <Loaded query={query} loading="Loading...">
      {({ data: sources, contact, is_contact_set_by_server: isSetByServer, sells_in: sellsIn }) => (
        <>
          <ContactForm contact={contact} isSetByServer={isSetByServer} />
          <SellingCountries sources={sources} sellsIn={sellsIn} />
          <EntryList label="Open sources" entries={sources} renderEntry={(source) => <SourceEntry source={source} />} />
        </>
      )}
    </Loaded>
  );
}
