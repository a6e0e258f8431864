// Fields of child and family, shared by the new-enquiry form and the edit form.
import { ageOn, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import type { FieldInputProps } from '@aangan/web/fields/field-props.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { classOptions, SeatLine, useClassSeats } from '../seats/seat-line.tsx';
import { optionsOf } from './choice-filter.web.ts';
import { genderLabels, preferredTimeLabels, sessionLabels } from './enquiry-fields.ts';
import { textAt, valueAt } from './enquiry-form-values.ts';
import { useEnquiryChoices } from './enquiry-look.tsx';
import { languageOptions } from './language-names.ts';
import { PincodeField } from './serving-centre.tsx';
import { bornByAge } from './told-age.ts';

export const relationOptions = [
  { value: 'MOTHER', label: 'Mother' },
  { value: 'FATHER', label: 'Father' },
  { value: 'GUARDIAN', label: 'Guardian' },
  { value: 'GRANDPARENT', label: 'Grandparent' },
  { value: 'OTHER', label: 'Other' },
];

interface ChildNames {
  first: string;
  last: string;
  dob: string;
  approx: string;
  gender: string;
  classId: string;
  programme: string;
  session: string;
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
      <Birth names={names} />
      <PathField
        name={names.gender}
        label="Gender"
        kind="choice"
        optional
        options={optionsOf(genderLabels)}
      />
      <Stack gap={4}>
        <PathField
          name={names.classId}
          label="Class"
          kind="choice"
          optional
          options={classOptions(classes, seats)}
        />
        <ClassOfAge names={names} />
        <SeatLine classId={classId} enquiry={enquiry} />
      </Stack>
      <PathField
        name={names.programme}
        label="Programme"
        kind="choice"
        optional
        options={programmes.map((value) => ({ value, label: value }))}
      />
      <PathField
        name={names.session}
        label="Session"
        kind="choice"
        optional
        options={optionsOf(sessionLabels)}
      />
    </SimpleGrid>
  );
}

/** The date, or the age that a parent tells: it makes a date that counts as about right. */
function Birth({ names }: { names: ChildNames }) {
  const form = useFormModel();
  const [age, setAge] = useState('');
  const about = valueAt(form.values, names.approx) === true;
  return (
    <>
      <FieldInput
        kind="date"
        name={names.dob}
        label="Date of birth"
        optional
        value={valueAt(form.values, names.dob)}
        onChange={(value) => {
          setAge('');
          form.set(names.dob, value);
          form.set(names.approx, false);
        }}
        error={form.errors[names.dob]}
        disabled={form.disabled}
        {...(about ? { help: 'About: made of the age' } : {})}
      />
      <FieldInput
        kind="text"
        label="Or age"
        optional
        max={20}
        value={age}
        onChange={(value) => {
          const typed = String(value ?? '');
          setAge(typed);
          const born = bornByAge(typed, todayIst(new Date(serverNow())));
          if (!born) return;
          form.set(names.dob, born);
          form.set(names.approx, true);
        }}
        disabled={form.disabled}
        help="2.5, 2 y 6 m or 30 m"
      />
    </>
  );
}

/** The classes for children of this age now, where none is chosen. */
function ClassOfAge({ names }: { names: ChildNames }) {
  const { classes = [] } = useEnquiryChoices().data ?? {};
  const form = useFormModel();
  const dob = textAt(form.values, names.dob);
  const age = dob ? ageOn(dob, todayIst(new Date(serverNow()))) : null;
  if (age === null || textAt(form.values, names.classId) !== null || form.disabled) return null;
  const months = age.years * 12 + age.months;
  const fit = classes.filter((one) => one.ageFromMonths <= months && months <= one.ageToMonths);
  if (fit.length === 0) return null;
  return (
    <Group gap="xs">
      <Text fz="xs" className="quiet">
        For this age:
      </Text>
      {fit.map((one) => (
        <Button
          key={one.id}
          variant="subtle"
          size="compact-xs"
          onClick={() => form.set(names.classId, String(one.id))}
        >
          {one.name}
        </Button>
      ))}
    </Group>
  );
}

export function FamilyFields() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <Field name="guardianName" label="Parent's name" kind="text" max={80} />
      <Field name="guardianRelation" label="Relation" kind="choice" optional options={relationOptions} />
      <Field name="email" label="E-mail" kind="email" optional />
      <Field name="language" label="Language" kind="choice" options={languageOptions} />
      <Field
        name="preferredTime"
        label="Best time to call"
        kind="choice"
        optional
        options={optionsOf(preferredTimeLabels)}
      />
      <PincodeField />
    </SimpleGrid>
  );
}
