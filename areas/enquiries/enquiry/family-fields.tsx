// Fields of child and family, shared by the new-enquiry form and the edit form.

import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import type { FieldInputProps } from '@aangan/web/fields/field-props.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { SimpleGrid, Stack } from '@mantine/core';
import { classOptions, SeatLine, useClassSeats } from '../seats/seat-line.tsx';
import { valueAt } from './enquiry-form-values.ts';
import { useEnquiryChoices } from './enquiry-look.tsx';

export const relationOptions = [
  { value: 'MOTHER', label: 'Mother' },
  { value: 'FATHER', label: 'Father' },
  { value: 'GUARDIAN', label: 'Guardian' },
  { value: 'GRANDPARENT', label: 'Grandparent' },
  { value: 'OTHER', label: 'Other' },
];
const timeOptions = [
  { value: 'MORNING', label: 'Morning' },
  { value: 'AFTERNOON', label: 'Afternoon' },
  { value: 'EVENING', label: 'Evening' },
];
const languageOptions = [
  { value: 'en', label: 'English' },
  { value: 'hi', label: 'Hindi' },
  { value: 'mr', label: 'Marathi' },
  { value: 'gu', label: 'Gujarati' },
  { value: 'ta', label: 'Tamil' },
  { value: 'te', label: 'Telugu' },
  { value: 'kn', label: 'Kannada' },
  { value: 'bn', label: 'Bengali' },
];
const genderOptions = [
  { value: 'MALE', label: 'Boy' },
  { value: 'FEMALE', label: 'Girl' },
  { value: 'OTHER', label: 'Other' },
];

interface ChildNames {
  first: string;
  last: string;
  dob: string;
  gender: string;
  classId: string;
  programme: string;
}

/** A field of a nested entry ('children.0.firstName'); the server's text for the same path stands under it. */
export function PathField({
  name,
  ...rest
}: Omit<FieldInputProps, 'value' | 'onChange' | 'error'> & { name: string }) {
  const form = useFormModel();
  return (
    <FieldInput
      {...rest}
      name={name}
      value={valueAt(form.values, name)}
      onChange={(value) => form.set(name, value)}
      error={form.errors[name]}
      disabled={form.disabled}
    />
  );
}

interface ChildFieldsProps {
  names: ChildNames;
  nameNeeded?: boolean;
  /** Once it is saved: seats of its own centre and year. */
  enquiry?: { id: string; enquiryCode: string };
}

export function ChildFields({ names, nameNeeded = false, enquiry }: ChildFieldsProps) {
  const { classes = [], programmes = [] } = useEnquiryChoices().data ?? {};
  const form = useFormModel();
  const seats = useClassSeats(enquiry?.id).data?.rows ?? [];
  const classId = Number(valueAt(form.values, names.classId)) || null;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <PathField name={names.first} label="First name" kind="text" optional={!nameNeeded} max={60} />
      <PathField name={names.last} label="Last name" kind="text" optional max={60} />
      <PathField name={names.dob} label="Date of birth" kind="date" optional />
      <PathField name={names.gender} label="Gender" kind="choice" optional options={genderOptions} />
      <Stack gap={4}>
        <PathField
          name={names.classId}
          label="Class"
          kind="choice"
          optional
          options={classOptions(classes, seats)}
        />
        <SeatLine classId={classId} enquiry={enquiry} />
      </Stack>
      <PathField
        name={names.programme}
        label="Programme"
        kind="choice"
        optional
        options={programmes.map((value) => ({ value, label: value }))}
      />
    </SimpleGrid>
  );
}

export function FamilyFields() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <Field name="guardianName" label="Parent's name" kind="text" max={80} />
      <Field name="guardianRelation" label="Relation" kind="choice" optional options={relationOptions} />
      <Field name="email" label="E-mail" kind="email" optional />
      <Field name="pincode" label="Pincode" kind="text" optional max={6} />
      <Field name="language" label="Language" kind="choice" options={languageOptions} />
      <Field name="preferredTime" label="Best time to call" kind="choice" optional options={timeOptions} />
    </SimpleGrid>
  );
}
