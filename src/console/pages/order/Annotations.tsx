import { useState } from 'react';
import { useChange } from '../../data/refusals.ts';
import type { OrderAnnotationsFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { FormDialog } from '../../kit/Dialog.tsx';
import { TextAreaField, TextField } from '../../kit/fields.tsx';
import { Facts } from '../../kit/Page.tsx';
import { t } from '../../texts/texts.tsx';
import styles from './OrderPage.module.css';

const ORDER_ANNOTATIONS = graphql(`
  fragment OrderAnnotations on Order {
    id
    label
    customer
    note
  }
`);

/** What its reseller has written on an order, with the button that changes it. */
export function Annotations({ order }: { order: FragmentType<typeof ORDER_ANNOTATIONS> }) {
  const fields = fieldsOf(ORDER_ANNOTATIONS, order);
  const { label, customer, note } = fields;
  const [isOpen, setOpen] = useState(false);
  const isWritten = (label ?? customer ?? note) !== null;
  return (
    <div className="row wrap start between gap-3 ruled-4">
      {isWritten ? (
        <Facts
          className={`row wrap anywhere ${styles['annotations']}`}
          facts={{
            [t('annotation-label')]: label ?? false,
            [t('annotation-customer')]: customer ?? false,
            [t('annotation-note')]: note ?? false,
          }}
        />
      ) : (
        <p className={`dim ${styles['annotations']}`}>{t('annotation-none')}</p>
      )}
      <Button aria-label={t('annotation-edit-heard')} onClick={() => setOpen(true)}>
        {t('annotation-edit')}
      </Button>
      {isOpen && <AnnotationsDialog annotations={fields} onClose={() => setOpen(false)} />}
    </div>
  );
}

const UPDATE_ORDER = graphql(`
  mutation UpdateOrder($input: UpdateOrderInput!) {
    updateOrder(input: $input) {
      ... on UpdateOrderSuccess {
        order {
          ...OrderAnnotations
        }
      }
      ...Refusal
    }
  }
`);

const NAMES = ['label', 'customer', 'note'] as const;

interface AnnotationsDialogProps {
  annotations: OrderAnnotationsFragment;
  onClose: () => void;
}

function AnnotationsDialog({ annotations, onClose }: AnnotationsDialogProps) {
  const { id: orderId } = annotations;
  // What was there when it was opened: what others change meanwhile stays unless it is changed here, too.
  const [before] = useState({
    label: annotations.label ?? '',
    customer: annotations.customer ?? '',
    note: annotations.note ?? '',
  });
  const [typed, setTyped] = useState(before);
  const { busy, refusal, change } = useChange(NAMES);
  const type = (some: Partial<typeof typed>) => setTyped({ ...typed, ...some });
  const save = async () => {
    const changed = NAMES.filter((name) => typed[name] !== before[name]);
    if (changed.length === 0) return onClose();
    const input = { orderId, ...Object.fromEntries(changed.map((name) => [name, typed[name]])) };
    const { done } = await change(UPDATE_ORDER, { input }, t('saved'));
    if (done) onClose();
  };
  return (
    <FormDialog
      title={t('annotation-title', { orderId })}
      action={t('save')}
      problem={refusal.above}
      onSubmit={save}
      {...{ busy, onClose }}
    >
      <AnnotationFields {...typed} errors={refusal.at} onChange={type} />
      <TextAreaField
        label={t('annotation-note')}
        hint={t('annotation-note-hint')}
        error={refusal.at['note']}
        optional
        rows={5}
        value={typed.note}
        onChange={(note) => type({ note })}
      />
    </FormDialog>
  );
}

interface AnnotationFieldsProps {
  label: string;
  customer: string;
  errors: Readonly<Record<string, string>>;
  onChange: (some: { label?: string; customer?: string }) => void;
}

export function AnnotationFields({ label, customer, errors, onChange }: AnnotationFieldsProps) {
  return (
    <>
      <TextField
        label={t('annotation-label')}
        hint={t('annotation-label-hint')}
        error={errors['label']}
        optional
        autoComplete="off"
        value={label}
        onChange={(text) => onChange({ label: text })}
      />
      <TextField
        label={t('annotation-customer')}
        hint={t('annotation-customer-hint')}
        error={errors['customer']}
        optional
        autoComplete="off"
        value={customer}
        onChange={(text) => onChange({ customer: text })}
      />
    </>
  );
}
