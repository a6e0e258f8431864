import { Checkbox, MultiSelect, Select } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useText } from '../text/text.tsx';
import type { FieldInputProps } from './field-props.ts';
import { sharedProps } from './shared-props.tsx';

const SEARCH_FROM = 8;

/**
 * Enter takes the option that is marked, or the first that fits what was typed. The library keeps the place of the mark by
 * itself and forgets it, mark and all, a moment after the list opens: whoever typed a letter into a closed list pressed
 * Enter for nothing. `shown` = the text of the value that is chosen.
 */
function takeByEnter(event: KeyboardEvent<HTMLInputElement>, shown: string): void {
  const field = event.target;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(field instanceof HTMLInputElement)) return;
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  const typed = field.value.trim() !== '' && field.value !== shown;
  const wanted =
    list?.querySelector<HTMLElement>('[data-combobox-selected]') ??
    (typed ? list?.querySelector<HTMLElement>('[role="option"]:not([data-combobox-disabled])') : null);
  if (!wanted) return;
  // The list's alone: neither the library nor a form around it acts on the same Enter with the value of before.
  event.preventDefault();
  event.stopPropagation();
  wanted.click();
}

/** One of a closed list. */
export function ChoiceField(props: FieldInputProps) {
  const t = useText();
  const options = props.options ?? [];
  const shared = sharedProps(props);
  const shown = options.find((one) => one.value === props.value)?.label ?? '';
  return (
    <Select
      {...shared}
      placeholder={props.placeholder ?? t('form.choose')}
      data={[...options]}
      value={typeof props.value === 'string' && props.value !== '' ? props.value : null}
      onChange={(value) => props.onChange(value)}
      searchable={options.length >= SEARCH_FROM}
      // Type and press Enter.
      selectFirstOptionOnChange
      onKeyDownCapture={(event) => takeByEnter(event, shown)}
      clearable={props.optional ?? false}
      allowDeselect={props.optional ?? false}
      nothingFoundMessage={t('form.nothingFound')}
      comboboxProps={{ shadow: 'md' }}
      checkIconPosition="right"
    />
  );
}

/** Some of a closed list. */
export function ChoicesField(props: FieldInputProps) {
  const t = useText();
  const options = props.options ?? [];
  const value = Array.isArray(props.value)
    ? props.value.filter((one): one is string => typeof one === 'string')
    : [];
  return (
    <MultiSelect
      {...sharedProps(props)}
      placeholder={value.length === 0 ? (props.placeholder ?? t('form.choose')) : ''}
      data={[...options]}
      value={value}
      onChange={(next) => props.onChange(next)}
      searchable={options.length >= SEARCH_FROM}
      // Type and press Enter.
      selectFirstOptionOnChange
      onKeyDownCapture={(event) => takeByEnter(event, '')}
      clearable
      hidePickedOptions={options.length >= SEARCH_FROM}
      nothingFoundMessage={t('form.nothingFound')}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

/** Yes or no, as one box to tick. */
export function BooleanField(props: FieldInputProps) {
  const { label: _label, size, ...shared } = sharedProps(props);
  return (
    <Checkbox
      {...shared}
      size={size}
      label={props.bare ? undefined : props.label}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}
