import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TextField } from './draft';
import { FindingLines, useFindings } from './Findings';
import { useForm } from './FormContext';
import classes from './Form.module.css';

interface TextAreaProps {
  field: TextField;
  label: string;
  note?: ReactNode;
  rows?: number;
  placeholder?: string;
}

/** One text of the question with what the checks say of it. */
export function TextArea({ field, label, note, rows = 2, placeholder }: TextAreaProps) {
  const { draft, act } = useForm();
  const { findings, id, aria } = useFindings(field);
  return (
    <div className={classes.field} data-field={field}>
      <Textarea
        label={label}
        description={note}
        placeholder={placeholder}
        autosize
        minRows={rows}
        maxRows={12}
        value={draft[field]}
        error={aria['aria-invalid']}
        onChange={(event) => act({ type: 'text', field, text: event.currentTarget.value }, field)}
        {...aria}
      />
      <FindingLines findings={findings} id={id} />
    </div>
  );
}
