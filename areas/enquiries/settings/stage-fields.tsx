// What a stage asks and means: the same entries when it is added and when it is changed.
import { Field } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { SimpleGrid, Stack } from '@mantine/core';
import { stageColours } from './stage.contract.ts';

const colourNames: Readonly<Record<(typeof stageColours)[number], string>> = {
  neutral: 'Grey',
  info: 'Blue',
  shipped: 'Violet',
  confirm: 'Teal',
  success: 'Green',
  warning: 'Amber',
  danger: 'Red',
};

const exitLabels = [
  { value: 'class', label: 'Class' },
  { value: 'programme', label: 'Programme' },
  { value: 'dob', label: 'Date of birth' },
  { value: 'pincode', label: 'Pincode' },
];

export function StageFields({ status, name }: { status: string; name: string }) {
  const { values } = useFormModel();
  const colour = stageColours.find((one) => one === values['colour']) ?? 'neutral';
  const lost = status === 'Lost';
  const ended = lost || status === 'Order';
  return (
    <Stack gap="md">
      <Section
        title="Who enters it must give"
        help="The dialog asks for exactly these, and the step is refused without."
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <Field name="needsNote" kind="boolean" label="A note of at least 10 characters" />
          {lost ? null : <Field name="needsReason" kind="boolean" label="A reason" />}
          {ended ? null : <Field name="needsSubStatus" kind="boolean" label="A sub-status" />}
          {ended ? null : <Field name="needsFollowUp" kind="boolean" label="The next follow-up" />}
          {ended ? null : <Field name="needsAppointment" kind="boolean" label="The time of a visit" />}
        </SimpleGrid>
      </Section>
      {ended ? null : (
        <Section
          title="Before it goes further"
          help="What must be known of the child to leave this stage for a later one."
        >
          <Field name="exitNeeds" kind="choices" label="Must be known" optional options={exitLabels} />
        </Section>
      )}
      <Section title="How it counts">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <Field
            name="score"
            kind="integer"
            label="Score"
            min={-10}
            max={10}
            help="-10 to 10. Of families that are equally urgent, the stage with the higher score is called first."
          />
          {ended ? null : (
            <Field
              name="maxDays"
              kind="integer"
              label="Longest stay, days"
              optional
              min={1}
              max={365}
              help="Longer ones turn amber"
            />
          )}
          <Field
            name="colour"
            kind="choice"
            label="Colour"
            options={stageColours.map((value) => ({ value, label: colourNames[value] }))}
            help={<Tag tone={colour}>{name || 'Stage'}</Tag>}
          />
        </SimpleGrid>
      </Section>
    </Stack>
  );
}
