import { Skeleton, TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { part } from '../part.ts';
import { BooleanField, ChoiceField, ChoicesField } from './choice-input.tsx';
import type { FieldInputProps } from './field-props.ts';
import { ReferenceField } from './reference-input.tsx';
import { sharedProps } from './shared-props.tsx';
import { LineField, LongTextField } from './text-input.tsx';

const DateDrawing = part(() => import('./date-drawing.tsx'), 'DateDrawing');

const NumberField = part(() => import('./number-input.tsx'), 'NumberField');
const ReferencesField = part(() => import('./references-input.tsx'), 'ReferencesField');
const FilesField = part(() => import('./files-input.tsx'), 'FilesField');
const UploadField = part(() => import('../ui/upload-field.tsx'), 'UploadField');

/** The widget of a field kind, outside a form. Inside one use `<Field name>`. */
export function FieldInput(props: FieldInputProps) {
  switch (props.kind) {
    case 'text':
    case 'email':
    case 'phone':
    case 'time':
      return <LineField {...props} kind={props.kind} />;
    case 'longText':
      return <LongTextField {...props} />;
    case 'integer':
    case 'decimal':
    case 'money':
    case 'percent':
      return (
        <Suspense fallback={<Waiting {...props} />}>
          <NumberField {...props} kind={props.kind} />
        </Suspense>
      );
    case 'date':
    case 'dateTime':
      return (
        <Suspense fallback={<Waiting {...props} />}>
          <DateDrawing {...props} />
        </Suspense>
      );
    case 'boolean':
      return <BooleanField {...props} />;
    case 'choice':
      return <ChoiceField {...props} />;
    case 'choices':
      return <ChoicesField {...props} />;
    case 'reference':
      return <ReferenceField {...props} />;
    case 'references':
      return (
        <Suspense fallback={<Waiting {...props} />}>
          <ReferencesField {...props} />
        </Suspense>
      );
    case 'files':
      return (
        <Suspense fallback={<Skeleton height={64} />}>
          <FilesField {...props} />
        </Suspense>
      );
    case 'file':
      return (
        <Suspense fallback={<Skeleton height={64} />}>
          <FileField {...props} />
        </Suspense>
      );
  }
}

// Same size as the widget to come, so nothing jumps.
function Waiting(props: FieldInputProps) {
  return (
    <TextInput
      {...sharedProps(props)}
      readOnly
      value=""
      rightSection={<Skeleton height={14} width={14} />}
      onChange={() => undefined}
    />
  );
}

function FileField(props: FieldInputProps) {
  const shared = sharedProps(props);
  return (
    <UploadField
      label={shared.label}
      help={props.help}
      error={props.error}
      value={typeof props.value === 'string' && props.value !== '' ? props.value : null}
      onChange={(id) => props.onChange(id)}
      required={!props.optional}
      accept={props.accept ?? []}
      maxMb={props.max ? props.max / 1024 / 1024 : 10}
      disabled={props.disabled ?? false}
      {...(props.name ? { inputProps: { name: props.name, id: `field-${props.name}` } } : {})}
    />
  );
}
