extension SQLDialect {
  /// The statements that make a server's functions of texts.
  ///
  /// They do what `String` and Foundation do, so that a saved text is found as an unsaved one is. PostgreSQL compares scalars.
  /// So both texts get their composed form (NFC), and a match of scalars is then compared by characters:
  ///
  /// - `strata_contains` follows Foundation's `contains`: a part may begin inside of a character, but doesn't end before a mark.
  /// - `strata_begins`, `strata_ends` and `strata_like` follow `Character`: each character of a text that may have one of several
  ///   scalars is put between U+FDD0 and U+FDD1, which are no characters.
  static let serverTextFunctions = #"""
    CREATE FUNCTION strata_joint() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT '\#(joint)'
    $$;
    CREATE FUNCTION strata_extending() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT '\#(CharacterRanges.extending)'
    $$;
    CREATE FUNCTION strata_joiners() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT '\#(joiners)'
    $$;
    CREATE FUNCTION strata_character() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT '\#(character)'
    $$;
    CREATE FUNCTION strata_characters(t text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT regexp_replace(t, strata_character(), U&'\FDD0\\&\FDD1', 'g')
    $$;
    CREATE FUNCTION strata_is_simple(t text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      BEGIN
        IF octet_length(t) = length(t) THEN
          RETURN strpos(t, E'\r') = 0;
        END IF;
        RETURN t !~ strata_joiners();
      END
    $$;
    CREATE FUNCTION strata_fold(t text, options integer) RETURNS text
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      BEGIN
        IF octet_length(t) = length(t) THEN
          RETURN CASE options & 1 WHEN 0 THEN t ELSE lower(t COLLATE "C") END;
        END IF;
        IF options & 1 <> 0 THEN
          -- These scalars have a capital, but aren't folded to what that one is folded to.
          t := translate(t, U&'\1E9E\0131\1C80\1C81\1C82\1C83\1C84\1C85\1C86\1C87\1C88',
            U&'\00DF\FDD1\FDD2\FDD3\FDD4\FDD5\FDD6\FDD7\FDD8\FDD9\FDDA');
          t := translate(lower(upper(t COLLATE strata_text) COLLATE strata_text),
            U&'\03C2\FDD1\FDD2\FDD3\FDD4\FDD5\FDD6\FDD7\FDD8\FDD9\FDDA',
            U&'\03C3\0131\1C80\1C81\1C82\1C83\1C84\1C85\1C86\1C87\1C88');
        END IF;
        IF options & 2 <> 0 THEN
          -- Scripts from Armenian on lose the marks of Latin and Cyrillic alone.
          t := regexp_replace(normalize(t, NFD),
            '([\u0001-\u050f])[' || strata_extending() || ']+', '\1', 'g');
          t := regexp_replace(t, '(?<=[^\u0001-\u050f])[\u0300-\u036f\u0483-\u0489]+', '', 'g');
        END IF;
        RETURN normalize(t, NFC);
      END
    $$;
    CREATE FUNCTION strata_equal(a text, b text, options integer) RETURNS boolean
      LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT strata_fold(a, options) COLLATE "C" IS NOT DISTINCT FROM strata_fold(b, options) COLLATE "C"
    $$;
    CREATE FUNCTION strata_contains(a text, b text, options integer) RETURNS boolean
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      DECLARE
        x text := strata_fold(a, options);
        y text := strata_fold(b, options);
        i integer;
        next text;
      BEGIN
        IF y = '' THEN RETURN true; END IF;
        -- A part may begin inside of a character. It doesn't end before a mark, or with what joins the next scalar.
        LOOP
          i := strpos(x COLLATE "C", y COLLATE "C");
          IF i = 0 THEN RETURN false; END IF;
          IF octet_length(x) = length(x) THEN RETURN true; END IF;
          next := substr(x, i + length(y), 1);
          IF NOT (right(y, 1) || next) ~ strata_joint() THEN RETURN true; END IF;
          x := substr(x, i + 1);
        END LOOP;
      END
    $$;
    CREATE FUNCTION strata_begins(a text, b text, options integer) RETURNS boolean
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      DECLARE
        x text := strata_fold(a, options);
        y text := strata_fold(b, options);
      BEGIN
        IF NOT starts_with(x, y) THEN RETURN false; END IF;
        RETURN strata_is_simple(x) OR starts_with(strata_characters(x), strata_characters(y));
      END
    $$;
    CREATE FUNCTION strata_ends(a text, b text, options integer) RETURNS boolean
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      DECLARE
        x text := strata_fold(a, options);
        y text := strata_fold(b, options);
      BEGIN
        IF right(x, length(y)) COLLATE "C" <> y COLLATE "C" THEN RETURN false; END IF;
        IF strata_is_simple(x) THEN RETURN true; END IF;
        x := strata_characters(x);
        y := strata_characters(y);
        RETURN right(x, length(y)) COLLATE "C" = y COLLATE "C";
      END
    $$;
    CREATE FUNCTION strata_length(t text) RETURNS bigint
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      BEGIN
        IF octet_length(t) = length(t) THEN
          RETURN length(replace(t, E'\r\n', '.'));
        END IF;
        t := normalize(t, NFC);
        IF strata_is_simple(t) THEN RETURN length(t); END IF;
        RETURN length(regexp_replace(t, strata_character(), '.', 'g'));
      END
    $$;
    CREATE FUNCTION strata_pattern(pattern text, is_expression boolean) RETURNS text
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      DECLARE
        result text := CASE WHEN is_expression THEN '^' ELSE '' END;
        c text;
        is_escaped boolean := false;
      BEGIN
        FOR c IN SELECT (regexp_matches(pattern, strata_character(), 'g'))[1]
          UNION ALL SELECT '' LOOP
          IF c = '\' AND NOT is_escaped THEN
            is_escaped := true;
            CONTINUE;
          END IF;
          -- A pattern that ends with the sign of an escape means that sign.
          IF c = '' THEN
            EXIT WHEN NOT is_escaped;
            c := '\';
          END IF;
          result := result || CASE
            WHEN NOT is_escaped AND c = '*' THEN CASE WHEN is_expression THEN '.*' ELSE '%' END
            WHEN NOT is_escaped AND c = '?'
              THEN CASE WHEN is_expression THEN U&'\FDD0[^\FDD1]*\FDD1' ELSE '_' END
            WHEN is_expression
              THEN U&'\FDD0' || regexp_replace(c, '[][\\.*+?(){}|^$]', '\\\&', 'g') || U&'\FDD1'
            ELSE regexp_replace(c, '[%_\\]', '\\\&', 'g') END;
          is_escaped := false;
        END LOOP;
        RETURN result || CASE WHEN is_expression THEN '$' ELSE '' END;
      END
    $$;
    CREATE FUNCTION strata_like(t text, pattern text, expression text, options integer) RETURNS boolean
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      DECLARE
        x text := strata_fold(t, options);
      BEGIN
        IF strata_is_simple(x) THEN RETURN x COLLATE "C" LIKE pattern COLLATE "C"; END IF;
        RETURN strata_characters(x) COLLATE "C" ~ expression;
      END
    $$;
    CREATE FUNCTION strata_like(t text, pattern text, options integer) RETURNS boolean
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      -- The programs of a former version of this library call it.
      SELECT strata_fold(t, options) COLLATE "C" LIKE strata_fold(pattern, options) COLLATE "C"
    $$;
    """#

  /// The regular expression of two scalars between which Foundation ends no part of a text.
  private static let joint =
    ".[\(CharacterRanges.extending)]|[\(CharacterRanges.viramas)][\(CharacterRanges.consonants)]"
    + #"|\u200d[\#(CharacterRanges.pictures)]"#
    + #"|[\#(CharacterRanges.initials)][\#(CharacterRanges.initials)\#(CharacterRanges.vowels)\uac00-\ud7a3]"#

  /// The bracket expression of the scalars of which a text has at least one if it has a character of several.
  private static let joiners =
    "["
    + [
      CharacterRanges.extending, CharacterRanges.spacing, CharacterRanges.preceding,
      CharacterRanges.regions,
      CharacterRanges.initials, CharacterRanges.vowels, CharacterRanges.finals,
    ].joined() + #"\r]"#

  /// The regular expression of one character. PostgreSQL takes the longest alternative.
  private static let character: String = {
    let continuing = "[\(CharacterRanges.extending)\(CharacterRanges.spacing)]*"
    let (picture, consonant) = ("[\(CharacterRanges.pictures)]", "[\(CharacterRanges.consonants)]")
    let alternatives = [
      "[\(CharacterRanges.regions)]{2}",
      #"\#(picture)(?:\#(continuing)\u200d\#(picture))*"#,
      "\(consonant)(?:\(continuing)[\(CharacterRanges.viramas)]\(continuing)\(consonant))*",
      #"[\#(CharacterRanges.initials)]*(?:[\uac00-\ud7a3]|[\#(CharacterRanges.vowels)]+)[\#(CharacterRanges.finals)]*"#,
      "[\(CharacterRanges.initials)]+",
      #"[^\r\n\#(CharacterRanges.controls)]"#,
    ]
    let controls = #"\r\n|[\#(CharacterRanges.controls)]"#
    let whole = "(?:\(alternatives.joined(separator: "|")))"
    return "\(controls)|[\(CharacterRanges.preceding)]*\(whole)\(continuing)"
  }()
}
