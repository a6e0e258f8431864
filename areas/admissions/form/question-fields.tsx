import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { useLanguage, useText } from '@aangan/web/text/text.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type AnswerName, askedConsents, type FormAnswers, type FormPerson } from './answers.ts';
import type { OpenedForm } from './form.contract.ts';
import { formFaultIn } from './form-faults.web.ts';
import { type FormPage, isRequired } from './form-pages.ts';
import { type Question, questions, relationOptions } from './questions.tsx';
import { type Word, words } from './words.tsx';

type Answers = Partial<FormAnswers>;

export interface QuestionFieldsProps {
  page: FormPage;
  answers: Answers;
  set: (name: AnswerName, value: unknown) => void;
  errorOf: (name: AnswerName) => string | undefined;
  consentTexts: OpenedForm['consentTexts'];
  /** 16 px and 48 px, on parents' pages. */
  large?: boolean;
  /** A line under a field: who typed it. */
  noteOf?: (name: AnswerName) => string | null;
  disabled?: boolean;
}

/** The questions of one page. */
export function QuestionFields(props: QuestionFieldsProps) {
  return (
    <>
      {questions[props.page]
        .filter((question) => question.when?.(props.answers) ?? true)
        .map((question) => (
          <OneQuestion key={question.name} question={question} {...props} />
        ))}
    </>
  );
}

function OneQuestion({ question, ...props }: QuestionFieldsProps & { question: Question }) {
  const t = useText(words);
  const { language } = useLanguage();
  const { name } = question;
  const fault = props.errorOf(name);
  const value = props.answers[name];
  const label = t(question.label ?? (name as Word));
  const help = props.noteOf?.(name) ?? (question.sealed ? t('sealed') : undefined);
  const shared = {
    label,
    error: fault === undefined ? undefined : formFaultIn(language, fault),
    large: props.large ?? false,
    disabled: props.disabled ?? false,
    ...(help ? { help } : {}),
  };
  if (question.kind === 'people')
    return (
      <People
        {...props}
        label={label}
        value={(value as FormPerson[] | null | undefined) ?? []}
        max={name === 'pickups' ? 5 : 3}
        known={knownPeople(props.answers)}
        required={isRequired(name)}
        onChange={(people) => props.set(name, people)}
        error={shared.error}
      />
    );
  if (question.kind === 'consents') return <Consents {...props} error={shared.error} />;
  if (question.kind === 'yesNo')
    return (
      <FieldInput
        {...shared}
        kind="choice"
        optional={!isRequired(name)}
        value={value === true ? 'YES' : value === false ? 'NO' : null}
        options={[
          { value: 'YES', label: t('yes') },
          { value: 'NO', label: t('no') },
        ]}
        onChange={(next: unknown) => props.set(name, next === null ? null : next === 'YES')}
      />
    );
  const flag = question.kind === 'boolean';
  return (
    <FieldInput
      {...shared}
      kind={question.kind}
      optional={!isRequired(name) && !flag}
      value={value ?? (flag ? false : null)}
      onChange={(next: unknown) =>
        props.set(name, next ?? (flag ? false : isRequired(name) ? undefined : null))
      }
      {...(question.options
        ? {
            options: question.options.map((one) => ({
              value: one.value,
              label: one.word ? t(one.word) : one.value,
            })),
          }
        : {})}
    />
  );
}

// The second parent and whoever is called in an emergency: nobody types them twice.
function knownPeople(answers: Answers): FormPerson[] {
  const { secondParentName: name, secondParentRelation: relation, secondParentMobile: mobile } = answers;
  const second = name && relation && mobile ? [{ name, relation, mobile }] : [];
  const people = [...second, ...(answers.emergencyContacts ?? []), ...(answers.pickups ?? [])];
  return people.filter(
    (one, i) => one.name && one.mobile && people.findIndex((other) => other.mobile === one.mobile) === i,
  );
}

interface PeopleProps {
  label: string;
  value: readonly FormPerson[];
  max: number;
  /** Named elsewhere in the form. */
  known: readonly FormPerson[];
  required: boolean;
  onChange: (people: Partial<FormPerson>[]) => void;
  error: string | undefined;
  large?: boolean;
  disabled?: boolean;
}

/** Several people with name, relation and mobile, as cards. */
function People({
  label,
  value,
  max,
  known,
  required,
  onChange,
  error,
  large = false,
  disabled = false,
}: PeopleProps) {
  const t = useText(words);
  const change = (at: number, part: Partial<FormPerson>) =>
    onChange(value.map((one, i) => (i === at ? { ...one, ...part } : one)));
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <Text fw={500} size="sm">
        {label}
        {required ? '' : ` (${t('optional')})`}
      </Text>
      {value.map((one, i) => (
        <Stack key={i} gap="xs" p="sm" bd="1px solid var(--mantine-color-default-border)" bdrs="md">
          <FieldInput
            kind="text"
            label={t('personName')}
            value={one.name ?? null}
            onChange={(name) => change(i, { name: String(name ?? '') })}
            large={large}
            disabled={disabled}
          />
          <FieldInput
            kind="choice"
            label={t('personRelation')}
            value={one.relation ?? null}
            options={relationOptions.map(({ value: relation, word }) => ({
              value: relation,
              label: t(word),
            }))}
            onChange={(relation) => change(i, { relation: relation as FormPerson['relation'] })}
            large={large}
            disabled={disabled}
          />
          <FieldInput
            kind="phone"
            label={t('personMobile')}
            value={one.mobile ?? null}
            onChange={(mobile) => change(i, { mobile: String(mobile ?? '') })}
            large={large}
            disabled={disabled}
          />
          <Group justify="flex-end">
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconTrash {...smallIcon} />}
              disabled={disabled}
              onClick={() => onChange(value.filter((_, other) => other !== i))}
            >
              {t('removePerson')}
            </Button>
          </Group>
        </Stack>
      ))}
      {value.length < max ? (
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus {...smallIcon} />}
            disabled={disabled}
            onClick={() => onChange([...value, {}])}
          >
            {t('addPerson')}
          </Button>
          {known
            .filter((one) => value.every((other) => other.mobile !== one.mobile))
            .map((one) => (
              <Button
                key={one.mobile}
                variant="default"
                disabled={disabled}
                onClick={() => onChange([...value, one])}
              >
                {t('suggestPerson', { name: one.name })}
              </Button>
            ))}
        </Group>
      ) : null}
      {error ? (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {error}
        </Text>
      ) : null}
    </Stack>
  );
}

/** One question per purpose, nothing chosen beforehand; the notice is acknowledged. */
function Consents({
  answers,
  set,
  consentTexts,
  error,
  disabled,
}: QuestionFieldsProps & { error: string | undefined }) {
  const t = useText(words);
  const given = answers.consents ?? {};
  const titleOf = (purpose: string) => consentTexts.find((one) => one.purpose === purpose);
  return (
    <Stack gap="lg">
      {askedConsents.map((purpose) => (
        <Radio.Group
          key={purpose}
          label={titleOf(purpose)?.title ?? purpose}
          description={titleOf(purpose)?.body}
          value={given[purpose] ?? null}
          onChange={(value) => set('consents', { ...given, [purpose]: value })}
        >
          <Group mt="xs">
            <Radio value="YES" label={t('yes')} disabled={disabled ?? false} />
            {purpose === 'EDUCATION_NOTICE' ? null : (
              <Radio value="NO" label={t('no')} disabled={disabled ?? false} />
            )}
          </Group>
        </Radio.Group>
      ))}
      {error ? (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {error}
        </Text>
      ) : null}
    </Stack>
  );
}
