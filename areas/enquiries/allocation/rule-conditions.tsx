import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { SimpleGrid, Stack, TagsInput } from '@mantine/core';
import { languages } from '../enquiry/enquiry-fields.ts';
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
          {choices.network && (
            <FieldInput
              {...shared}
              kind="choices"
              label="Centres"
              options={choices.centres.map(({ id, label }) => ({ value: String(id), label }))}
              value={match.franchiseeIds.map(String)}
              onChange={(ids) => set({ franchiseeIds: texts(ids).map(Number) })}
              error={errorOf('franchiseeIds')}
            />
          )}
          <FieldInput
            {...shared}
            kind="choices"
            label="Classes"
            options={choices.classes.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={match.classIds.map(String)}
            onChange={(ids) => set({ classIds: texts(ids).map(Number) })}
            error={errorOf('classIds')}
          />
          <FieldInput
            {...shared}
            kind="choices"
            label="Class categories"
            options={plain(ordinaryCategories)}
            value={match.classCategories}
            onChange={(value) => set({ classCategories: texts(value) })}
          />
          <FieldInput
            {...shared}
            kind="choices"
            label="Sources"
            options={choices.sources.map(({ id, name }) => ({ value: id, label: name }))}
            value={match.sourceIds}
            onChange={(value) => set({ sourceIds: texts(value) })}
            error={errorOf('sourceIds')}
          />
          <FieldInput
            {...shared}
            kind="choices"
            label="Channels"
            options={sourceChannelOptions}
            value={match.channels}
            onChange={(value) => set({ channels: texts(value) })}
          />
          <FieldInput
            {...shared}
            kind="choices"
            label="Languages"
            options={languageOptions}
            value={match.languages}
            onChange={(value) => set({ languages: languages.filter((one) => texts(value).includes(one)) })}
          />
          <FieldInput
            {...shared}
            kind="choices"
            label="Programmes"
            options={plain([...new Set([...programmes, ...match.programmes])])}
            value={match.programmes}
            onChange={(value) => set({ programmes: texts(value) })}
          />
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
