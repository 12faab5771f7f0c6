export interface FormPageLink {
  readonly text: string;
  readonly href: string;
}

export interface FormPageField {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'password';
  readonly autocomplete: string;
  readonly value?: string;
  readonly help?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Whether the value is given and only shown. */
  readonly isFixed?: boolean;
}

/** Of several things, those that are ticked: a form may send none. */
export interface FormPageChoice {
  readonly name: string;
  readonly label: string;
}

/** A page with a form of a few fields, or with what is to be said in its place. */
export interface FormPageProps {
  readonly title: string;
  /** Why the form was refused; empty where nothing was. */
  readonly alert: string;
  /** In plain text. */
  readonly sentences: readonly string[];
  readonly form: {
    /** Where it is sent. */
    readonly action: string;
    readonly hidden: Readonly<Record<string, string>>;
    /** Whose password the form asks for, for who keeps passwords; left out where a field tells. */
    readonly username?: string;
    readonly fields: readonly FormPageField[];
    readonly choices?: readonly FormPageChoice[];
    /** Label of its button. */
    readonly agree: string;
  } | null;
  readonly links: readonly FormPageLink[];
}
