// What the form behind the QR code and on the web site asks and says.
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Checkbox, Group, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type AgeLimits, MOST_MONTHS, monthsInWords } from '../enquiry/child-age.ts';
import { formLanguages, optionalFields, type PublicFormSetting } from '../public-form/form-setting.ts';
import { enquirySettingContract } from './enquiry-setting.contract.ts';
import { type Settings, settingTab, useSave } from './own-part.tsx';
import { OwnValue } from './own-value.tsx';

type Fields = keyof typeof optionalFields;

export const PublicFormTab = settingTab(['publicForm', 'ages'], PublicForm);

function PublicForm({ data }: { data: Settings }) {
  const [form, setForm] = useState(data.publicForm);
  const [ages, setAges] = useState(data.ages);
  const mayChange = data.can['change'] === true;
  const save = useSave(
    enquirySettingContract.savePublicForm,
    'Saved. Forms that are opened from now on show it.',
  );
  const changed = JSON.stringify([form, ages]) !== JSON.stringify([data.publicForm, data.ages]);
  return (
    <Stack gap="md">
      <OwnValue part="public-form" own={data.own} network={data.network} mayChange={mayChange} />
      <Section
        title="Fields"
        help="Parent, mobile, child's first name, month of birth and pincode are always asked."
      >
        <Fields form={form} onChange={setForm} disabled={!mayChange} />
      </Section>
      <Section title="Languages">
        <Stack gap="xs">
          <Languages form={form} onChange={setForm} disabled={!mayChange} />
          {save.error?.fields['form.languages'] && (
            <Text c="var(--mantine-color-error)">{save.error.fields['form.languages']}</Text>
          )}
        </Stack>
      </Section>
      <Section title="Sentences" help="An empty one leaves the product's own.">
        <Sentences form={form} onChange={setForm} disabled={!mayChange} />
      </Section>
      <Section
        title="Number"
        help="The code goes by SMS to whatever number was typed. Nobody has to type it."
      >
        <Checkbox
          label="Send a code after sending, to confirm the number"
          disabled={!mayChange}
          checked={form.confirmNumber}
          onChange={(event) => setForm({ ...form, confirmNumber: event.currentTarget.checked })}
        />
      </Section>
      <Section title="Age of the child" help="In months. It holds for every way an enquiry comes in.">
        <Ages ages={ages} onChange={setAges} disabled={!mayChange} errors={save.error?.fields ?? {}} />
      </Section>
      {mayChange && (
        <Group>
          <Button disabled={!changed} loading={save.running} onClick={() => void save.run({ form, ages })}>
            Save
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface PartProps {
  form: PublicFormSetting;
  onChange: (form: PublicFormSetting) => void;
  disabled: boolean;
}

const without = <T,>(list: readonly T[], one: T): T[] => list.filter((other) => other !== one);

function Fields({ form, onChange, disabled }: PartProps) {
  return (
    <Stack gap="xs">
      {(Object.entries(optionalFields) as [Fields, string][]).map(([field, label]) => (
        <Checkbox
          key={field}
          label={label}
          disabled={disabled}
          checked={!form.hidden.includes(field)}
          onChange={(event) =>
            onChange({
              ...form,
              hidden: event.currentTarget.checked ? without(form.hidden, field) : [...form.hidden, field],
            })
          }
        />
      ))}
    </Stack>
  );
}

const languageNames = { en: 'English', hi: 'Hindi' } as const;

function Languages({ form, onChange, disabled }: PartProps) {
  return (
    <Group gap="lg">
      {formLanguages.map((language) => (
        <Checkbox
          key={language}
          label={languageNames[language]}
          disabled={disabled}
          checked={form.languages.includes(language)}
          onChange={(event) =>
            onChange({
              ...form,
              languages: formLanguages.filter((one) =>
                one === language ? event.currentTarget.checked : form.languages.includes(one),
              ),
            })
          }
        />
      ))}
    </Group>
  );
}

function Sentences({ form, onChange, disabled }: PartProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {(['lead', 'thanks'] as const).flatMap((part) =>
        formLanguages.map((language) => (
          <Textarea
            key={`${part} ${language}`}
            label={`${part === 'lead' ? 'Under the heading' : 'After sending'}, ${languageNames[language]}`}
            lang={language}
            autosize
            minRows={2}
            maxLength={part === 'lead' ? 200 : 300}
            disabled={disabled}
            value={form[part][language] ?? ''}
            onChange={(event) =>
              onChange({ ...form, [part]: { ...form[part], [language]: event.currentTarget.value || null } })
            }
          />
        )),
      )}
    </SimpleGrid>
  );
}

interface AgesProps {
  ages: AgeLimits;
  onChange: (ages: AgeLimits) => void;
  disabled: boolean;
  errors: Readonly<Record<string, string>>;
}

function Ages({ ages, onChange, disabled, errors }: AgesProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" maw={480}>
      {(
        [
          ['fromMonths', 'Youngest'],
          ['toMonths', 'Oldest'],
        ] as const
      ).map(([name, label]) => (
        <FieldInput
          key={name}
          kind="integer"
          label={label}
          help={monthsInWords(ages[name])}
          value={ages[name]}
          min={0}
          max={MOST_MONTHS}
          disabled={disabled}
          error={errors[`ages.${name}`]}
          onChange={(value) => onChange({ ...ages, [name]: Number(value) })}
        />
      ))}
    </SimpleGrid>
  );
}
