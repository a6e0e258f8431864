import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import type { FieldInputProps } from '@aangan/web/fields/field-props.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { SimpleGrid, Stack, TagsInput } from '@mantine/core';
import { optionsOfRows } from '../enquiry/choice-filter.web.ts';
import { useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import { languageOptions } from '../enquiry/language-names.ts';
import {
  ordinaryCategories,
  type RuleChoices,
  type RuleInput,
  sourceChannelOptions,
} from './allocation-rule.contract.ts';
import type { MatchName } from './allocation-words.ts';

type Match = RuleInput['match'];

interface RuleConditionsProps {
  match: Match;
  choices: RuleChoices;
  disabled: boolean;
  errorOf: (name: MatchName) => string | undefined;
  onChange: (match: Match) => void;
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** Which leads a rule takes; what stays empty asks nothing. */
export function RuleConditions({ match, choices, disabled, errorOf, onChange }: RuleConditionsProps) {
  const { programmes = [] } = useEnquiryChoices().data ?? {};
  const set = (part: Partial<Match>) => onChange({ ...match, ...part });
  const shared = { optional: true, disabled, placeholder: 'Any' } as const;
  const list = (
    name: Exclude<MatchName, 'pincodes' | 'level'>,
    label: string,
    options: FieldInputProps['options'],
    of: (text: string) => string | number = String,
  ) => (
    <FieldInput
      {...shared}
      kind="choices"
      label={label}
      options={options}
      value={match[name].map(String)}
      onChange={(value) => set({ [name]: texts(value).map(of) })}
      error={errorOf(name)}
    />
  );
  return (
    <Section title="Which leads" help="All conditions must hold. What stays empty asks nothing.">
      <Stack gap="md">
        <TagsInput
          label={
            <>
              Pincodes{' '}
              <span className="quiet" style={{ fontWeight: 400 }}>
                (optional)
              </span>
            </>
          }
          description="Whole ones, or the first digits of an area: 4000"
          placeholder={match.pincodes.length === 0 ? 'Any' : ''}
          value={match.pincodes}
          onChange={(pincodes) => set({ pincodes })}
          splitChars={[',', ' ', ';']}
          clearable
          disabled={disabled}
          error={errorOf('pincodes')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {choices.network &&
            list(
              'franchiseeIds',
              'Centres',
              choices.centres.map(({ id, label }) => ({ value: String(id), label })),
              Number,
            )}
          {list('classIds', 'Classes', optionsOfRows(choices.classes), Number)}
          {list('classCategories', 'Class categories', plain(ordinaryCategories))}
          {list('sourceIds', 'Sources', optionsOfRows(choices.sources))}
          {list('channels', 'Channels', sourceChannelOptions)}
          {list('languages', 'Languages', languageOptions)}
          {list('programmes', 'Programmes', plain([...new Set([...programmes, ...match.programmes])]))}
          <FieldInput
            {...shared}
            kind="choice"
            label="BSK level"
            options={plain(['1', '2'])}
            value={match.level === null ? null : String(match.level)}
            onChange={(value) => set({ level: value === '1' ? 1 : value === '2' ? 2 : null })}
          />
        </SimpleGrid>
      </Stack>
    </Section>
  );
}
