import Foundation

/// A model file that has every element and attribute there is, as the editor of today writes it.
enum LibraryModel {
  static let text = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="23605" systemVersion="24D81" minimumToolsVersion="Automatic" sourceLanguage="Swift" usedWithCloudKit="YES" userDefinedModelVersionIdentifier="2.1">
        <entity name="Book" representedClassName="Book" parentEntity="Medium" elementID="OldBook" renamingIdentifier="Volume" versionHashModifier="b" syncable="YES" codeGenerationType="class">
            <attribute name="cover" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES" allowsCloudEncryption="YES"/>
            <attribute name="editorCount" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="editors.@count" usesScalarValueType="YES"/>
            <attribute name="isLent" attributeType="Boolean" defaultValueString="NO" usesScalarValueType="YES"/>
            <attribute name="isbn" attributeType="String" minValueString="0" maxValueString="13" regularExpressionString="[0-9X]+" defaultValueString="" preserveAfterDeletion="YES"/>
            <attribute name="notes" optional="YES" attributeType="String" indexed="YES" spotlightIndexingEnabled="YES" elementID="remarks" versionHashModifier="n">
                <userInfo>
                    <entry key="first" value="a &amp; b &lt; c &gt; d &quot;e&quot; 'f'"/>
                    <entry key="lines" value="one&#10;two&#9;three"/>
                </userInfo>
            </attribute>
            <attribute name="pages" attributeType="Integer 32" minValueString="1" maxValueString="5000" defaultValueString="100" renamingIdentifier="pageCount" usesScalarValueType="YES"/>
            <attribute name="price" optional="YES" attributeType="Decimal" minValueString="0.0" defaultValueString="9.99"/>
            <attribute name="published" optional="YES" attributeType="Date" minDateTimeInterval="-725882400" maxDateTimeInterval="631152000" defaultDateTimeInterval="0.5" usesScalarValueType="NO"/>
            <attribute name="rating" optional="YES" attributeType="Float" minValueString="0.0" maxValueString="5.0" defaultValueString="2.5" usesScalarValueType="YES"/>
            <attribute name="scratch" optional="YES" transient="YES"/>
            <attribute name="shelf" optional="YES" attributeType="Composite" composite="Place"/>
            <attribute name="tags" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData" customClassName="[String]"/>
            <attribute name="weight" optional="YES" attributeType="Double" defaultValueString="0.0" usesScalarValueType="YES"/>
            <attribute name="web" optional="YES" attributeType="URI" defaultValueString="https://example.org/"/>
            <relationship name="chapters" optional="YES" toMany="YES" minCount="1" maxCount="99" deletionRule="Cascade" ordered="YES" destinationEntity="Chapter" inverseName="book" inverseEntity="Chapter">
                <userInfo>
                    <entry key="hint" value="first to last"/>
                </userInfo>
            </relationship>
            <relationship name="editors" optional="YES" toMany="YES" deletionRule="Deny" destinationEntity="Person" inverseName="edited" inverseEntity="Person"/>
            <fetchedProperty name="cheaper" optional="YES">
                <fetchRequest name="fetchedPropertyFetchRequest" entity="Book" predicateString="price &lt; $FETCH_SOURCE.price"/>
                <userInfo>
                    <entry key="k" value="v"/>
                </userInfo>
            </fetchedProperty>
            <fetchIndex name="byIsbn">
                <fetchIndexElement property="isbn" type="Binary" order="ascending"/>
                <fetchIndexElement expression="lowercase:(notes)" expressionType="String" type="Binary" order="descending"/>
            </fetchIndex>
            <fetchIndex name="byPages" partialIndexPredicate="pages &gt; 10">
                <fetchIndexElement property="pages" type="RTree" order="ascending"/>
            </fetchIndex>
            <compoundIndexes>
                <compoundIndex>
                    <index value="isbn"/>
                    <index value="pages"/>
                </compoundIndex>
            </compoundIndexes>
            <uniquenessConstraints>
                <uniquenessConstraint>
                    <constraint value="isbn"/>
                    <constraint value="pages"/>
                </uniquenessConstraint>
                <uniquenessConstraint>
                    <constraint value="web"/>
                </uniquenessConstraint>
            </uniquenessConstraints>
            <userInfo>
                <entry key="team" value="lending"/>
            </userInfo>
        </entity>
        <entity name="Chapter" representedClassName="Chapter" syncable="NO" codeGenerationType="category">
            <attribute name="number" attributeType="Integer 16" defaultValueString="1" usesScalarValueType="NO"/>
            <relationship name="book" maxCount="1" deletionRule="Nullify" destinationEntity="Book" inverseName="chapters" inverseEntity="Book"/>
        </entity>
        <entity name="Medium" isAbstract="YES" syncable="YES">
            <attribute name="id" attributeType="UUID" usesScalarValueType="NO"/>
            <attribute name="title" optional="YES" attributeType="String" syncable="NO"/>
        </entity>
        <entity name="Person" representedClassName=".Person" syncable="YES">
            <relationship name="edited" optional="YES" toMany="YES" deletionRule="No Action" destinationEntity="Book" inverseName="editors" inverseEntity="Book"/>
        </entity>
        <fetchRequest name="LongBooks" entity="Book" predicateString="pages &gt; $least" fetchLimit="5" fetchBatchSize="20" resultType="2" includeSubentities="NO" includePropertyValues="NO" includesPendingChanges="NO" returnObjectsAsFaults="NO" returnDistinctResults="YES"/>
        <configuration name="Local">
            <memberEntity name="Book"/>
            <memberEntity name="Chapter"/>
        </configuration>
        <composite name="Place">
            <attribute name="room" optional="YES" attributeType="String" defaultValueString="Hall"/>
            <attribute name="row" attributeType="Integer 16" defaultValueString="0" usesScalarValueType="YES"/>
        </composite>
        <elements>
            <element name="Book" positionX="-63" positionY="181.125" width="128" height="75"/>
        </elements>
    </model>
    """

  static let contents = Data(text.utf8)
}
