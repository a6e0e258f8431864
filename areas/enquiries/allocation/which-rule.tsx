import type { InputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { ErrorState } from '@aangan/web/ui/error-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { optionsOfRows } from '../enquiry/choice-filter.web.ts';
import { languages } from '../enquiry/enquiry-fields.ts';
import { languageOptions } from '../enquiry/language-names.ts';
import { allocationRuleContract } from './allocation-rule.contract.ts';

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value.trim() : null;

/** The dry run: an enquiry by its code, or a lead that is thought up. */
export function WhichRule() {
  const { franchisee } = useSession();
  const choices = useQuery(
    allocationRuleContract.choices,
    {},
    { enabled: franchisee !== null, fresh: 60_000 },
  );
  const [typed, setTyped] = useState<Readonly<Record<string, string | null>>>({ language: 'en' });
  const { code = null, pincode = null, sourceId = null, classId = null, language = null } = typed;
  const entry = (name: string) => ({
    value: typed[name] ?? null,
    onChange: (value: unknown) => setTyped({ ...typed, [name]: textOf(value) }),
    disabled: code !== null && name !== 'code',
  });
  const [asked, setAsked] = useState<InputOf<typeof allocationRuleContract.which> | null>(null);
  const [sourceMissing, setSourceMissing] = useState(false);
  const source = sourceId ?? choices.data?.sources.find((one) => one.channel === 'WEBSITE')?.id ?? null;
  const ask = () => {
    setSourceMissing(!code && !source);
    if (code) setAsked({ enquiryCode: code });
    else if (source)
      setAsked({
        lead: {
          pincode,
          classId: classId ? Number(classId) : null,
          sourceId: source,
          language: languages.find((one) => one === language) ?? 'en',
          programme: null,
        },
      });
  };
  if (!franchisee)
    return (
      <Section title="Which rule takes this lead?">
        <Text className="quiet">Choose a centre: its rules come first.</Text>
      </Section>
    );
  return (
    <Section title="Which rule takes this lead?" help="Nothing is given out by asking.">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 5 }} spacing="md">
          <FieldInput
            kind="text"
            label="Enquiry code"
            optional
            placeholder="ENQ-002-2627-00012"
            {...entry('code')}
          />
          <FieldInput kind="text" label="or pincode" optional max={6} {...entry('pincode')} />
          <FieldInput
            kind="choice"
            label="Source"
            options={optionsOfRows(choices.data?.sources)}
            error={sourceMissing && !code && !source ? 'Choose where the lead comes from' : undefined}
            {...entry('sourceId')}
            value={source}
          />
          <FieldInput
            kind="choice"
            label="Class"
            optional
            options={optionsOfRows(choices.data?.classes)}
            {...entry('classId')}
          />
          <FieldInput kind="choice" label="Language" options={languageOptions} {...entry('language')} />
        </SimpleGrid>
        {choices.error && <ErrorState error={choices.error} retry={() => void choices.refetch()} />}
        <Group>
          {/* A lead that is thought up needs its source: a press before the sources came would ask nothing. */}
          <Button variant="default" onClick={ask} loading={code === null && choices.isPending}>
            Test rules
          </Button>
        </Group>
        {asked && <Answer asked={asked} />}
      </Stack>
    </Section>
  );
}

function Answer({ asked }: { asked: InputOf<typeof allocationRuleContract.which> }) {
  const answer = useQuery(allocationRuleContract.which, asked, { fresh: 0 });
  return (
    <QueryState query={answer}>
      {({ steps, ownerName, ruleName, skipped }) => (
        <Stack gap="xs" role="status">
          <Text fw={500}>
            {ownerName
              ? `${ownerName}${ruleName ? `, by rule ${ruleName}` : ''}`
              : 'Nobody: it would wait in the queue'}
          </Text>
          {skipped.length > 0 && <Text fz="sm">{`Passed over: ${skipped.join(', ')}`}</Text>}
          {steps.map((step, index) => (
            <Group key={step.ruleId} gap="xs">
              <Text fz="sm" className="figures">
                {index + 1}
              </Text>
              <Text fz="sm">{step.name}</Text>
              <Tag tone={step.holds ? (step.name === ruleName ? 'success' : 'info') : 'neutral'}>
                {step.because}
              </Tag>
            </Group>
          ))}
        </Stack>
      )}
    </QueryState>
  );
}
