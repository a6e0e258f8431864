// One field for each thing a stage may ask for, the same wherever it is asked.

import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import type { FieldInputProps } from '@aangan/web/fields/field-props.ts';
import { Stack } from '@mantine/core';
import { optionsOfRows } from '../enquiry/choice-filter.web.ts';
import type { useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import { classOptions, SeatLine, useClassSeats } from '../seats/seat-line.tsx';
import { type Need, stepContacts } from './next-steps.ts';

export type Choices = NonNullable<ReturnType<typeof useEnquiryChoices>['data']>;

const contactLabels: Readonly<Record<(typeof stepContacts)[number], string>> = {
  CALL: 'By phone',
  VISIT: 'At the centre',
  VIDEO: 'By video',
  WHATSAPP: 'By WhatsApp',
  EMAIL: 'By e-mail',
};

interface NeedFieldProps {
  need: Need;
  optional?: boolean;
  choices: Choices;
  status: string;
  /** Whose class it is: seats of its centre and year are shown. */
  enquiry?: { id: string; enquiryCode?: string } | undefined;
  field: (name: string) => Pick<FieldInputProps, 'value' | 'onChange' | 'error'>;
}

export function NeedField({ need, optional = false, choices, status, enquiry, field }: NeedFieldProps) {
  const shared = { ...field(need), optional };
  switch (need) {
    case 'contact':
      return (
        <FieldInput
          kind="choice"
          label="How you spoke with them"
          options={stepContacts.map((value) => ({ value, label: contactLabels[value] }))}
          {...shared}
        />
      );
    case 'withoutAppointment':
      return <FieldInput kind="boolean" label="They came without an appointment" {...shared} />;
    case 'appointmentAt':
      return <FieldInput kind="dateTime" label="Time of the visit" {...shared} />;
    case 'classId':
      return <ClassField choices={choices} enquiry={enquiry} {...shared} />;
    case 'programme':
      return (
        <FieldInput
          kind="choice"
          label="Programme"
          options={choices.programmes.map((value) => ({ value, label: value }))}
          {...shared}
        />
      );
    case 'childDob':
      return <FieldInput kind="date" label="Child's date of birth" {...shared} />;
    case 'pincode':
      return <FieldInput kind="text" label="Pincode" max={6} {...shared} />;
    case 'subStatus':
      return (
        <FieldInput
          kind="choice"
          label="Sub-status"
          options={choices.subStatuses
            .filter((one) => one.status === status)
            .map(({ name }) => ({ value: name, label: name }))}
          {...shared}
        />
      );
    case 'lostReasonId':
      return (
        <FieldInput
          kind="choice"
          label="Reason"
          autoFocus
          options={optionsOfRows(choices.lostReasons)}
          {...shared}
        />
      );
    case 'nextFollowUpOn':
      return <FieldInput kind="date" label="Next follow-up" {...shared} />;
    default:
      return (
        <FieldInput
          kind="longText"
          label={need === 'reason' ? 'Why' : 'Note'}
          max={need === 'reason' ? 300 : 1000}
          help="At least 10 characters"
          {...shared}
        />
      );
  }
}

type ClassFieldProps = Pick<NeedFieldProps, 'choices' | 'enquiry' | 'optional'> &
  Pick<FieldInputProps, 'value' | 'onChange' | 'error'>;

function ClassField({ choices, enquiry, ...shared }: ClassFieldProps) {
  const seats = useClassSeats(enquiry?.id).data?.rows ?? [];
  return (
    <Stack gap={4}>
      <FieldInput kind="choice" label="Class" options={classOptions(choices.classes, seats)} {...shared} />
      <SeatLine classId={Number(shared.value) || null} enquiry={enquiry} />
    </Stack>
  );
}
