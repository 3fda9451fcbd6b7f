import type { User } from '@leadloom/shared/contract/accounts';
import { countryLabel, isCountryCode, offeredCountries } from '@leadloom/shared/domain/countries';
import { vatNumberProblem } from '@leadloom/shared/domain/vat-number';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { type SubmitEvent, useEffect, useMemo } from 'react';
import { FormField } from '../../components/form-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { SelectField, type SelectOption } from '../../components/select-field.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { TextAreaField } from '../../components/text-area-field.tsx';
import { paths } from '../../lib/paths.ts';
import { useRedirectAfter } from '../../lib/use-redirect-after.ts';
import { type SaveOutcome, useProfileDraft } from './use-profile-draft.ts';

const SAVED_REDIRECT_MS = 2000;
/** The server takes no longer line. */
const LINE_MAX_LENGTH = 200;
const VAT_NUMBER_MAX_LENGTH = 40;
const ADDRESS_MAX_LENGTH = 500;

const currencies = [
  { value: 'EUR', label: 'EUR' },
  { value: 'USD', label: 'USD' },
] as const;

export function ProfileForm({ user }: { readonly user: User }) {
  const { fields, change, save, isSaving, outcome } = useProfileDraft(user);
  const countries = useMemo(() => countryOptions(user.country, document), [user.country]);

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    void save();
  }

  return (
    <Card component="form" noValidate onSubmit={onSubmit} aria-label="Profile" sx={{ p: { xs: 2, sm: 3 } }}>
      <Box sx={{ display: 'grid', columnGap: 2.5, rowGap: 0.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
        <FormField
          label="Person Name"
          name="fullName"
          autoComplete="name"
          autoCapitalize="words"
          maxLength={LINE_MAX_LENGTH}
          value={fields.fullName}
          onChange={(fullName) => change({ fullName })}
        />
        <FormField
          label="Company Name"
          name="companyName"
          autoComplete="organization"
          autoCapitalize="words"
          maxLength={LINE_MAX_LENGTH}
          value={fields.companyName}
          onChange={(companyName) => change({ companyName })}
        />
        <SelectField
          label="Country"
          name="country"
          autoComplete="country"
          emptyLabel="Choose a country"
          options={countries}
          value={fields.country}
          onChange={(country) => change({ country })}
        />
        <SelectField
          label="Currency"
          name="currency"
          emptyLabel="Choose a currency"
          options={currencies}
          value={fields.currency}
          onChange={(text) => change({ currency: currencies.find(({ value }) => value === text)?.value ?? '' })}
        />
        <FormField
          label="VAT Number"
          name="vatNumber"
          autoCapitalize="characters"
          maxLength={VAT_NUMBER_MAX_LENGTH}
          value={fields.vatNumber}
          onChange={(vatNumber) => change({ vatNumber })}
          error={vatNumberProblem(fields.country, fields.vatNumber)}
        />
        <Box sx={{ gridColumn: '1 / -1' }}>
          <TextAreaField
            label="Address"
            name="address"
            autoComplete="street-address"
            maxLength={ADDRESS_MAX_LENGTH}
            value={fields.address}
            onChange={(address) => change({ address })}
          />
        </Box>
      </Box>
      <SubmitButton label="Submit" isDisabled={isSaving} />
      <Box aria-live="polite" sx={{ mt: outcome === null ? 0 : 2 }}>
        {outcome !== null && <Outcome outcome={outcome} />}
      </Box>
    </Card>
  );
}

function Outcome({ outcome }: { readonly outcome: SaveOutcome }) {
  if (!outcome.isSaved) return <Notice severity="error">{outcome.reason}</Notice>;
  return (
    <Notice severity="success">
      <p>Profile info updated correctly.</p>
      {outcome.isReadyForPayment && <OnToPayment />}
    </Notice>
  );
}

/** Redirects to the payment screen unless something is typed again, which removes this line. */
function OnToPayment() {
  const redirectAfter = useRedirectAfter();
  useEffect(() => redirectAfter(paths.payment, SAVED_REDIRECT_MS), [redirectAfter]);
  return <p>Redirecting to payment...</p>;
}

/**
 * The countries a profile may choose from: the offered ones in their order, then the account's own where it is none of them.
 * The server writes into the document which ones an operator added.
 */
function countryOptions(own: string | null, from: Document): readonly SelectOption[] {
  const offered: readonly string[] = offeredCountries(readExtraCountries(from));
  const codes = own === null || offered.includes(own) ? offered : [...offered, own];
  return codes.map((code) => ({ value: code, label: isCountryCode(code) ? countryLabel(code) : code }));
}

/** There are no countries where the document was not filled in. */
function readExtraCountries(from: Document) {
  const content = from.querySelector<HTMLMetaElement>('meta[name="extra-countries"]')?.content ?? '';
  return content.split(',').filter(isCountryCode);
}
