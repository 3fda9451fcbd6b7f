/** "Where do you sell?": the answer switches on the sources that fit. */
import { changeOpenSourceSettings, type OpenSourceStatus } from '@leadloom/shared/contract/open-sources';
import { countryCodes, countryName, isCountryCode } from '@leadloom/shared/domain/countries';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { CheckLine } from '../../../components/check-line.tsx';
import { LabelledSelect } from '../../../components/labelled-select.tsx';
import { Notice } from '../../../components/notice.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { useConsoleAction } from '../use-console-action.ts';
import { OPEN_SOURCES } from './use-open-sources.ts';

interface SellingCountriesProps {
  readonly sources: readonly OpenSourceStatus[];
  /** null: nobody has said. */
  readonly sellsIn: readonly string[] | null;
}

export function SellingCountries({ sources, sellsIn }: SellingCountriesProps) {
  const [chosen, setChosen] = useState<readonly string[]>(sellsIn ?? []);
  const [added, setAdded] = useState<readonly string[]>(sellsIn ?? []);
  const { carryOut, isSending, failure, proofDialog } = useConsoleAction(OPEN_SOURCES);
  const listed = [...new Set(sources.flatMap(({ countries }) => countries))];
  const shown = [...listed, ...added.filter((code) => !listed.includes(code))];
  const others = countryCodes.filter((code) => !shown.includes(code));
  const isSame = sellsIn !== null && sellsIn.length === chosen.length && sellsIn.every((code) => chosen.includes(code));

  return (
    <Box component="section" aria-labelledby="selling" sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Typography id="selling" variant="h2">
        Where do you sell?
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Your answer switches on the sources that fit, apart from those not yet seen live. You can switch each of them below.
      </Typography>
      <Box
        role="group"
        aria-labelledby="selling"
        sx={{ width: '100%', display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 22rem), 1fr))' }}
      >
        {shown.map((code) => (
          <CheckLine
            key={code}
            label={labelOf(code, sources)}
            isChecked={chosen.includes(code)}
            onChange={(isChosen) => setChosen(isChosen ? [...chosen, code] : chosen.filter((other) => other !== code))}
          />
        ))}
      </Box>
      <LabelledSelect
        label="Another country"
        value=""
        options={[['', 'Choose…'], ...others.map((code) => [code, countryName(code)] as const).toSorted(byName)]}
        onChange={(code) => {
          if (code === '') return;
          setAdded([...added, code]);
          setChosen([...chosen, code]);
        }}
      />
      {failure !== null && <Notice severity="error">{failure}</Notice>}
      <Button
        variant="contained"
        disabled={isSending || isSame || (sellsIn === null && chosen.length === 0)}
        onClick={() =>
          void carryOut(() => call(changeOpenSourceSettings, { body: { sells_in: [...chosen] } }), 'The sources that fit are on.')
        }
      >
        Save
      </Button>
      {proofDialog}
    </Box>
  );
}

/** `United States: SEC Form D, SEC Investment Advisers` */
function labelOf(code: string, sources: readonly OpenSourceStatus[]): string {
  const name = isCountryCode(code) ? countryName(code) : code;
  const titles = sources.filter(({ countries }) => countries.includes(code)).map(({ title }) => title);
  return titles.length === 0 ? name : `${name}: ${titles.join(', ')}`;
}

function byName([, one]: readonly [string, string], [, other]: readonly [string, string]): number {
  return one.localeCompare(other);
}
