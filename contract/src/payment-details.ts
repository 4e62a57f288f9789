/** By the gateway's `status_detail`; for any other value the order's state says enough. */
const PAYMENT_DETAILS: Record<string, string> = {
  cc_rejected_insufficient_amount:
    'La tarjeta no tiene saldo suficiente. Prueba con otra tarjeta o con otro medio de pago.',
  cc_rejected_bad_filled_card_number: 'El número de la tarjeta no es correcto. Revísalo y vuelve a intentarlo.',
  cc_rejected_bad_filled_date: 'La fecha de vencimiento no es correcta. Revísala y vuelve a intentarlo.',
  cc_rejected_bad_filled_security_code: 'El código de seguridad no es correcto. Revísalo y vuelve a intentarlo.',
  cc_rejected_bad_filled_other: 'Algún dato de la tarjeta no es correcto. Revísalos y vuelve a intentarlo.',
  cc_rejected_call_for_authorize: 'Tu banco pide que autorices la compra. Llámalo y vuelve a intentarlo.',
  cc_rejected_card_disabled:
    'La tarjeta no está habilitada para compras por internet. Actívala con tu banco o usa otra.',
  cc_rejected_duplicated_payment: 'Ya hiciste un pago por este monto. Si debes pagar otra vez, usa otra tarjeta.',
  cc_rejected_high_risk: 'Por seguridad no se aceptó este pago. Prueba con otro medio de pago.',
  cc_rejected_invalid_installments: 'La tarjeta no admite esas cuotas. Elige otra cantidad.',
  cc_rejected_max_attempts: 'Llegaste al límite de intentos con esta tarjeta. Usa otra tarjeta o medio de pago.',
  cc_rejected_3ds_mandatory: 'Tu banco pide confirmar la compra. Vuelve a intentarlo y confírmala en su aplicación.',
  insufficient_money: 'Tu cuenta no tiene saldo suficiente. Prueba con otro medio de pago.',
  bank_error: 'Tu banco no completó la transferencia. Inténtalo de nuevo o usa otro medio de pago.',
  expired: 'El plazo para pagar venció. Puedes empezar otra vez.',
  pending_waiting_payment: 'Elegiste pagar en efectivo: acércate al punto de pago con tu código antes de que venza.',
  pending_waiting_transfer: 'Falta que completes la transferencia en tu banco.',
  pending_challenge: 'Falta que confirmes la compra con tu banco.',
  pending_contingency: 'El pago se está procesando. Puede tardar hasta dos días hábiles; te avisaremos.',
  pending_review_manual: 'El pago está en revisión. Puede tardar hasta dos días hábiles; te avisaremos.',
}

export const detailText = (detail: string | null): string | null => PAYMENT_DETAILS[detail ?? ''] ?? null
